// Generated parts inside hand-written pages, between a pair of marks.

/** The mark that begins the part `name`; its end is the same with a slash. */
export function marks(name: string): readonly [string, string] {
  return [`<!-- GENERATED:${name} -->`, `<!-- /GENERATED:${name} -->`];
}

/** Replaces what stands between the marks of each part. Throws where a mark is missing, twice, or has no part. */
export function splice(page: string, parts: Readonly<Record<string, string>>): string {
  let text = page;
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = marks(name);
    const pieces = text.split(begin);
    const tail = pieces[1]?.split(end);
    if (pieces.length !== 2 || tail?.length !== 2) throw new Error(`the page must hold ${begin} and ${end} exactly once, in this order`);
    text = `${pieces[0]}${begin}\n${part}\n${end}${tail[1]}`;
  }
  for (const [, name] of page.matchAll(/<!-- GENERATED:(\S+) -->/g)) {
    if (name === undefined || !(name in parts)) throw new Error(`nothing generates the part ${String(name)}`);
  }
  return text;
}
