/** The next part of a streamed answer, up to `mark` or to its end. May be called again for the rest. */
export async function readUntil(response: Response, mark?: string): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && (mark === undefined || !text.includes(mark))) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  reader?.releaseLock()
  return text
}
