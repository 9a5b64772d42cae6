// A prefix tree of words over a dense machine. Shared prefixes are stored, and later counted, once.
import type { Dense } from './separate.ts';
import type { Word } from './suite.ts';

export class WordTree {
  readonly machine: Dense;
  /** State of the model at each node. Node 0 is the empty word. */
  state: Int32Array;
  parent: Int32Array;
  private children: Int32Array;
  private via: Uint8Array;
  private parented: Uint8Array;
  size = 1;

  constructor(machine: Dense) {
    this.machine = machine;
    this.state = new Int32Array(1024);
    this.parent = new Int32Array(1024);
    this.via = new Uint8Array(1024);
    this.parented = new Uint8Array(1024);
    this.children = new Int32Array(1024 * machine.inputs);
  }

  child(node: number, input: number): number {
    return (this.children[node * this.machine.inputs + input] as number) - 1;
  }

  /** The child of `node` on `input`, made if missing. The cell must be executed. */
  extend(node: number, input: number): number {
    const known = this.child(node, input);
    if (known >= 0) return known;
    const to = this.machine.to[(this.state[node] as number) * this.machine.inputs + input] as number;
    if (to < 0) throw new Error(`input ${input} is absent in state ${this.state[node]}`);
    if (this.size === this.state.length) this.grow();
    const made = this.size;
    this.size += 1;
    this.state[made] = to;
    this.parent[made] = node;
    this.via[made] = input;
    this.parented[node] = 1;
    this.children[node * this.machine.inputs + input] = made + 1;
    return made;
  }

  add(node: number, word: Iterable<number>): number {
    let at = node;
    for (const input of word) at = this.extend(at, input);
    return at;
  }

  /** The words to run: those that are no prefix of another, in order of their last node. */
  words(): Word[] {
    const words: Word[] = [];
    for (let node = 1; node < this.size; node += 1) if (this.parented[node] === 0) words.push(this.wordOf(node));
    return words;
  }

  wordOf(node: number): Word {
    const inputs: number[] = [];
    for (let at = node; at > 0; at = this.parent[at] as number) inputs.push(this.via[at] as number);
    return Uint8Array.from(inputs.reverse());
  }

  private grow(): void {
    const twice = <T extends Int32Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.state = twice(this.state, new Int32Array(this.state.length * 2));
    this.parent = twice(this.parent, new Int32Array(this.parent.length * 2));
    this.via = twice(this.via, new Uint8Array(this.via.length * 2));
    this.parented = twice(this.parented, new Uint8Array(this.parented.length * 2));
    this.children = twice(this.children, new Int32Array(this.children.length * 2));
  }
}
