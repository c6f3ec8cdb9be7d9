/**
 * The first message of a WebSocket connection; signing adds `app_id` to the header.
 * https://www.xfyun.cn/doc/spark/Web.html, as known on 2026-11-20
 */
export type ChatBody = {
  header: { uid?: string }
  parameter: { chat: WireSettings }
  payload: { message: { text: WireTurn[] }; functions?: { text: WireFunction[] } }
}

export type WireSettings = { domain: string; temperature?: number; top_k?: number; max_tokens?: number }
export type WireTurn = { role: 'system' | 'user' | 'assistant'; content: string }
export type WireFunction = { name: string; description: string; parameters: object }
