import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'

/** Text of a content: a string, or a list of parts. Hosts use these names for text, and nested lists for reasoning. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(contentText).join('')
  if (!isRecord(content)) return ''
  return textOf(content.text) + textOf(content.refusal) + contentText(content.thinking)
}

/** Some hosts send reasoning only in the details; the others repeat it there. */
function reasoningText({ reasoning_content, reasoning, reasoning_details }: JsonRecord): string {
  const plain = textOf(reasoning_content ?? reasoning)
  if (plain !== '' || !Array.isArray(reasoning_details)) return plain
  return reasoning_details.map((one) => (isRecord(one) ? textOf(one.text) || textOf(one.summary) : '')).join('')
}

/** All text of a message or a delta, except calls, as one text to count. */
export const deliveredText = (message: JsonRecord): string =>
  contentText(message.content) + reasoningText(message) + textOf(message.refusal)
