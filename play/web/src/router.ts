// Which page is open: the part of the address after `#`.

import { Store } from "./store";

/** A page of the program. */
export type Route =
  | { page: "new" }
  | { page: "battle"; game: string }
  | { page: "replay"; game: string }
  | { page: "report"; game: string };

function read(hash: string): Route {
  const [, page, game] = hash.replace(/^#/, "").split("/");
  if ((page === "battle" || page === "replay" || page === "report") && game) {
    return { page, game: decodeURIComponent(game) };
  }
  return { page: "new" };
}

export const router = new Store<{ route: Route }>({ route: read(location.hash) });
window.addEventListener("hashchange", () => router.set({ route: read(location.hash) }));

export function link(route: Route): string {
  return route.page === "new" ? "#/" : `#/${route.page}/${encodeURIComponent(route.game)}`;
}

export function go(route: Route): void {
  location.hash = link(route);
}
