/**
 * Body of a call to an application. A chat has a `query`, a workflow and a text generator have it among their inputs.
 * https://docs.dify.ai/api-reference/chat/send-chat-message, as known on 2026-11-20
 */
export type ChatBody = {
  inputs: { query?: string }
  query?: string
  response_mode: 'streaming'
  user: string
  files?: WireFile[]
  auto_generate_name?: boolean
}

export type WireFileType = 'image' | 'audio' | 'video' | 'document'
export type WireFile =
  | { type: WireFileType; transfer_method: 'remote_url'; url: string }
  | { type: WireFileType; transfer_method: 'local_file'; upload_file_id: string }
