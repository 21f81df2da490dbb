/** Which nodes of a graph can be reached from themselves, by Tarjan's strongly connected components: each edge is looked at once. */
type Visit = { readonly node: object; readonly next: readonly object[]; at: number };

export class Cycles {
  readonly #leadsTo: (node: object) => readonly object[];
  /** When a node was found, and the earliest one that it leads back to. */
  readonly #found = new Map<object, { readonly order: number; low: number }>();
  readonly #open: object[] = [];
  readonly #isOpen = new Set<object>();
  readonly #cyclic = new Set<object>();

  constructor(leadsTo: (node: object) => readonly object[]) {
    this.#leadsTo = leadsTo;
  }

  has(node: object): boolean {
    if (!this.#found.has(node)) this.#explore(node);
    return this.#cyclic.has(node);
  }

  /** Without recursion, because a chain of references may be longer than the stack. */
  #explore(first: object): void {
    const path: Visit[] = [this.#visit(first)];
    while (path.length > 0) {
      const visit = path.at(-1)!;
      const next = visit.next[visit.at++];
      if (next === undefined) {
        path.pop();
        this.#leave(visit.node, path.at(-1)?.node);
      } else if (!this.#found.has(next)) path.push(this.#visit(next));
      else if (this.#isOpen.has(next)) this.#leadsBack(visit.node, this.#found.get(next)!.order);
      if (next === visit.node) this.#cyclic.add(next);
    }
  }

  #visit(node: object): Visit {
    const order = this.#found.size;
    this.#found.set(node, { order, low: order });
    this.#open.push(node);
    this.#isOpen.add(node);
    return { node, next: this.#leadsTo(node), at: 0 };
  }

  #leadsBack(node: object, order: number): void {
    const found = this.#found.get(node)!;
    found.low = Math.min(found.low, order);
  }

  /** A node that leads to none before it closes its component: all that was found since. */
  #leave(node: object, parent: object | undefined): void {
    const { order, low } = this.#found.get(node)!;
    if (parent) this.#leadsBack(parent, low);
    if (low < order) return;
    const component = this.#open.splice(this.#open.lastIndexOf(node));
    for (const member of component) {
      this.#isOpen.delete(member);
      if (component.length > 1) this.#cyclic.add(member);
    }
  }
}
