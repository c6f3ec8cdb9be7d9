interface FeedEntry {
  /** Stable, and unlike all others of the feed. */
  id: string
  title: string
  /** Plain text. */
  text: string
  /** In milliseconds. */
  at: number
}

export interface Feed {
  title: string
  /** The absolute address of the page that the feed is about; its own is that with `.xml`. */
  address: string
  author: string
  entries: readonly FeedEntry[]
  /** When it was written, in milliseconds: a feed without entries has no other time. */
  now: number
}

/** A feed in the Atom format (RFC 4287). */
export function writeAtomFeed({ title, address, author, entries, now }: Feed): string {
  const text = (value: string) => Bun.escapeHTML(value.replace(controls, ''))
  const newest = entries.length === 0 ? now : Math.max(...entries.map(({ at }) => at))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${text(title)}</title>`,
    `  <id>${text(address)}</id>`,
    `  <link href="${text(address)}" />`,
    `  <link rel="self" href="${text(`${address}.xml`)}" />`,
    `  <author><name>${text(author)}</name></author>`,
    `  <updated>${new Date(newest).toISOString()}</updated>`,
    ...entries.flatMap((entry) => [
      '  <entry>',
      `    <title>${text(entry.title)}</title>`,
      `    <id>${text(`${address}#${entry.id}`)}</id>`,
      `    <link href="${text(address)}" />`,
      `    <updated>${new Date(entry.at).toISOString()}</updated>`,
      `    <content type="text">${text(entry.text)}</content>`,
      '  </entry>',
    ]),
    '</feed>',
    '',
  ].join('\n')
}

/** Characters that XML does not allow, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
