//! A report as a page to print, made from its Markdown.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// The report as an HTML page of its own. Scenarios are written by people, and a report
/// quotes their names: markup in these is shown, not followed, and nothing is a link.
pub(crate) fn page(markdown: &str) -> String {
    let title = markdown.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Battle report");
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>",
    );
    page.push_str(&title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"));
    page.push_str("</title>\n<link rel=\"stylesheet\" href=\"/report.css\">\n</head>\n<body>\n");
    html::push_html(&mut page, Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(plain));
    page.push_str("</body>\n</html>\n");
    page
}

/// Leaves structure, and turns what could act into text.
fn plain(event: Event<'_>) -> Option<Event<'_>> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock)
        | Event::End(TagEnd::Link | TagEnd::Image | TagEnd::HtmlBlock) => None,
        event => Some(event),
    }
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn markup_in_names_is_shown_and_not_followed() {
        let text = "# A <script>alert(1)</script> day\n\nBy <b onclick=x>A</b> and [B](javascript:alert(1)) \
                    ![c](http://evil.example/c.png) <http://evil.example>\n\n<iframe src=x>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
        let page = page(text);
        for bad in ["<script", "<b ", "<iframe", "<a ", "<img", "href=\"j"] {
            assert!(!page.contains(bad), "{bad}: {page}");
        }
        assert!(page.contains("<title>A &lt;script&gt;") && page.contains("<td>1</td>"), "{page}");
    }
}
