// Words of the engine's, in which names that are typed stand between backticks.

import type { ComponentChild } from "preact";

/** Text with its names set as such. */
export function Words({ text }: { text: string }) {
  return <>{inline(text)}</>;
}

/** Text where nothing can be set: in titles, for readers of screens. */
export function plain(text: string): string {
  return text.replaceAll("`", "");
}

/** Text with what stands between backticks or pairs of asterisks as elements. */
export function inline(text: string): ComponentChild[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**") && part.length > 4) {
      return <b>{part.slice(2, -2)}</b>;
    }
    return part.startsWith("`") && part.length > 2 ? <code>{part.slice(1, -1)}</code> : part;
  });
}
