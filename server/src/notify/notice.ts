/** A message to an account, by mail or to its webhook. */
export interface Notice {
  /** For programs: `quota_exceed`, `channel_update_<id>_<status>`, `test`. */
  type: string
  title: string
  /** Paragraphs; each `{{value}}` is a placeholder for the next of `values`. */
  content: string
  values: readonly string[]
}

/** The placeholder for the next value of a content. */
export const valuePlace = '{{value}}'

/** The content in pieces: the text between the placeholders, and the values. */
export function pieceContent({ content, values }: Notice): { text: string; isValue: boolean }[] {
  const between = content.split(valuePlace)
  return between.flatMap((text, index) => {
    const value = index < between.length - 1 ? (values[index] ?? '') : null
    const plain = { text, isValue: false }
    return value === null ? [plain] : [plain, { text: value, isValue: true }]
  })
}

/** The content as plain text. */
export const fillContent = (notice: Notice): string =>
  pieceContent(notice)
    .map((piece) => piece.text)
    .join('')
