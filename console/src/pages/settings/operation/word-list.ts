export interface WordCount {
  words: number
  duplicates: number
  characters: number
}

/** The words of a text, one a line, in the form in which they are compared: trimmed, in lower case. */
function* wordsOf(text: string): Generator<string> {
  // Not split(): that would build a list of every line at each key press.
  let start = 0
  while (start <= text.length) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const word = text.slice(start, end).trim()
    if (word !== '') yield word.toLowerCase()
    start = end + 1
  }
}

export function countWords(text: string): WordCount {
  const seen = new Set<string>()
  let words = 0
  for (const word of wordsOf(text)) {
    words += 1
    seen.add(word)
  }
  return { words, duplicates: words - seen.size, characters: text.length }
}

/** The words in order, each once, without blank lines. */
export function withoutDuplicates(text: string): string {
  const seen = new Set<string>()
  const kept: string[] = []
  for (const line of text.split('\n')) {
    const word = line.trim()
    if (word === '' || seen.has(word.toLowerCase())) continue
    seen.add(word.toLowerCase())
    kept.push(word)
  }
  return kept.join('\n')
}
