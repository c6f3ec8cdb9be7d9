/** The anchors that a forge and the console make of the headings of a page: a repeated one gets a number. */
export function createAnchors(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const before = used.get(anchor) ?? 0
    used.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}
