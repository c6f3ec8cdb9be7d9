import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { MediaSource, Part } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import type { WireChannel } from '../own-wire.ts'
import { transcriptOf } from '../plain-text.ts'
import { appKindOf } from './app-kind.ts'
import type { ChatBody, WireFile, WireFileType } from './wire.ts'

/** Dify requires the name of an end user. */
export const endUser = ({ userId = 'sluice' }: Pick<ChatRequest, 'userId'>): string => userId

/**
 * Body of a call to an application. It always streams, as agents support nothing else. The whole conversation is the
 * question, since the application keeps its own history. Workflows and text generators receive it in the variable
 * `query`.
 */
export function buildDifyRequest(request: ChatRequest, channel: WireChannel): ChatBody {
  const query = transcriptOf(request.messages)
  const kind = appKindOf(channel)
  const isChat = kind === 'chat' || kind === 'agent'
  const files = request.messages.flatMap(({ parts }) => parts.flatMap(filesIn))
  return defined<ChatBody>({
    inputs: isChat ? {} : { query },
    query: isChat ? query : undefined,
    response_mode: 'streaming',
    user: endUser(request),
    files: files.length > 0 ? files : undefined,
    auto_generate_name: isChat ? false : undefined,
  })
}

function filesIn(part: Part): WireFile[] {
  if (part.kind === 'tool_result') return part.content.flatMap(filesIn)
  if (part.kind !== 'image' && part.kind !== 'audio' && part.kind !== 'file') return []
  const { source } = part
  if (source.kind === 'url') return [{ type: typeOf(part, source), transfer_method: 'remote_url', url: source.url }]
  if (source.kind !== 'file_id') return []
  return [{ type: typeOf(part, source), transfer_method: 'local_file', upload_file_id: source.fileId }]
}

type MediaPart = Extract<Part, { kind: 'image' | 'audio' | 'file' }>

/** The part determines the type of an image or a sound; the media type, if known, that of a file. */
function typeOf({ kind }: Pick<MediaPart, 'kind'>, source: MediaSource): WireFileType {
  if (kind !== 'file') return kind
  const [family] = ('mediaType' in source ? source.mediaType : undefined)?.split('/') ?? []
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'document'
}
