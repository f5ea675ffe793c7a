// Drawing again only what has changed: preact has this in its compatibility layer, which weighs more than this.

import { Component, type ComponentChild, type ComponentType, h } from "preact";

/** A component that is drawn again only when one of its properties is another value. */
export function memo<Props extends object>(Drawn: (props: Props) => ComponentChild): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const keys = new Set([...Object.keys(next), ...Object.keys(this.props)]) as Set<keyof Props>;
      return [...keys].some((key) => next[key] !== this.props[key]);
    }
    override render() {
      return h(Drawn as never, this.props as never);
    }
  };
}
