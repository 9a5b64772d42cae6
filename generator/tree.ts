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
  /** One bit for each input that a node has a child on: most pairs of nodes share none, and that is seen at once. */
  private answered: Uint32Array;
  private readonly wordsPerNode: number;
  size = 1;
  /** Steps of the words to run: the depths of the leaves together. */
  steps = 0;
  private depth: Uint16Array;

  constructor(machine: Dense) {
    this.machine = machine;
    this.state = new Int32Array(1024);
    this.parent = new Int32Array(1024);
    this.via = new Uint8Array(1024);
    this.parented = new Uint8Array(1024);
    this.depth = new Uint16Array(1024);
    this.children = new Int32Array(1024 * machine.inputs);
    this.wordsPerNode = Math.ceil(machine.inputs / 32);
    this.answered = new Uint32Array(1024 * this.wordsPerNode);
  }

  /** Calls `visit` for each input that both nodes have a child on, in order, until it answers true; whether it did. */
  someCommon(a: number, b: number, visit: (input: number) => boolean): boolean {
    for (let word = 0; word < this.wordsPerNode; word += 1) {
      let common = ((this.answered[a * this.wordsPerNode + word] as number) & (this.answered[b * this.wordsPerNode + word] as number)) >>> 0;
      while (common !== 0) {
        const bit = 31 - Math.clz32(common & -common);
        if (visit(word * 32 + bit)) return true;
        common &= common - 1;
      }
    }
    return false;
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
    const depth = this.depth[node] as number;
    this.depth[made] = depth + 1;
    this.steps += this.parented[node] === 1 ? depth + 1 : 1;
    this.parented[node] = 1;
    this.children[node * this.machine.inputs + input] = made + 1;
    const word = node * this.wordsPerNode + (input >>> 5);
    this.answered[word] = (this.answered[word] as number) | (1 << (input & 31));
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
    const twice = <T extends Int32Array | Uint8Array | Uint16Array | Uint32Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    this.state = twice(this.state, new Int32Array(this.state.length * 2));
    this.parent = twice(this.parent, new Int32Array(this.parent.length * 2));
    this.via = twice(this.via, new Uint8Array(this.via.length * 2));
    this.depth = twice(this.depth, new Uint16Array(this.depth.length * 2));
    this.parented = twice(this.parented, new Uint8Array(this.parented.length * 2));
    this.answered = twice(this.answered, new Uint32Array(this.answered.length * 2));
    this.children = twice(this.children, new Int32Array(this.children.length * 2));
  }
}
