/** Body of a call of version 3. https://open.bigmodel.cn/dev/api, as known on 2026-11-20 */
export type ChatBody = {
  prompt: { role: 'system' | 'user' | 'assistant'; content: string }[]
  temperature?: number
  top_p?: number
  /** Each event holds the new text, not the whole answer so far. */
  incremental: boolean
}
