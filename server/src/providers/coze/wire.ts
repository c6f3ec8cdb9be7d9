/** Body of `POST /v3/chat`. https://www.coze.com/docs/developer_guides/chat_v3, as known on 2026-11-20 */
export type ChatBody = {
  bot_id: string
  user_id: string
  stream: boolean
  auto_save_history: boolean
  additional_messages: WireMessage[]
}

export type WireMessage = {
  role: 'user' | 'assistant'
  type: 'question' | 'answer'
  /** A text, or with `object_string` the JSON text of a list of `WireItem`. */
  content: string
  content_type: 'text' | 'object_string'
}

export type WireItem = { type: 'text'; text: string } | WireMedia
export type WireMedia =
  | { type: 'image' | 'audio' | 'file'; file_url: string }
  | { type: 'image' | 'audio' | 'file'; file_id: string }
