import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'
import type { EmbeddingsWire } from '../../core/embeddings.ts'
import { recordIn } from '../../core/json/record-in.ts'
import type { MadeImage, MediaWire } from '../../core/media.ts'
import type { RerankWire } from '../../core/rerank.ts'
import { isWebAddress } from '../../core/web-address.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import type { UpstreamErrorObject, UpstreamFormat, WireAnswer } from '../../protocols/wire-format.ts'
import type { Provider } from '../../providers/provider.ts'
import { upstreamFormatById } from './index.ts'

const formats = new WeakMap<MediaWire, UpstreamFormat>()

/**
 * A provider's wire of images, speech or transcripts as the format of its upstream. Its errors are those of `base`
 * otherwise.
 */
export function mediaWireFormat(own: MediaWire, base: UpstreamFormat): UpstreamFormat {
  const known = formats.get(own)
  if (known) return known
  const wire = withUsableImages(own)
  const format: UpstreamFormat = {
    ...base,
    id: 'own',
    media: wire,
    readAnswer: (bytes, read) => readAnswer(own, base, bytes, read),
    parseError(text, status) {
      const body = parseRecord(text)
      return (body && errorIn(wire, body)) ?? base.parseError(text, status)
    },
  }
  formats.set(own, format)
  return format
}

/** Images at addresses over http and https, or with their bytes, are results; others are none. */
function withUsableImages(wire: MediaWire): MediaWire {
  if (wire.kind !== 'images') return wire
  return { ...wire, parse: (answer: JsonRecord) => wire.parse(answer).flatMap(usableImage) }
}

function usableImage(image: MadeImage): MadeImage[] {
  if (image.kind === 'bytes' || isWebAddress(image.url)) return [image]
  const [, data] = /^data:image\/[\w.+-]+;base64,([\w+/=-]+)$/.exec(image.url) ?? []
  return data === undefined ? [] : [{ kind: 'bytes', data }]
}

/** The object of an answer: its JSON, or the result that its bytes are. Null for a page, and for other text. */
export function answerObject(wire: MediaWire, bytes: Uint8Array, read?: JsonRecord | null): JsonRecord | null {
  if (read !== undefined) return read
  const [first] = bytes
  if (wire.wrapBytes && first !== undefined && !isText(first)) return wire.wrapBytes(bytes)
  return recordIn(bytes)
}

/** Whether a body is JSON or a page: files of images and audio start with other bytes. */
const isText = (first: number): boolean => textStarts.has(first)
const textStarts: ReadonlySet<number> = new Set(Buffer.from('{[<" \t\r\n'))

const embeddingFormats = new WeakMap<EmbeddingsWire, UpstreamFormat>()

/** A provider's wire of embeddings as the format of its upstream. Its errors are those of `base`. */
function embeddingsFormat(wire: EmbeddingsWire, base: UpstreamFormat): UpstreamFormat {
  const known = embeddingFormats.get(wire)
  if (known) return known
  const format: UpstreamFormat = {
    ...base,
    id: 'own',
    embeddings: wire,
    readAnswer: (bytes, read) => readResults(wire, base, bytes, read),
  }
  embeddingFormats.set(wire, format)
  return format
}

const rerankFormats = new WeakMap<RerankWire, UpstreamFormat>()

/** A provider's wire of rankings as the format of its upstream. Its errors are those of `base`. */
function rerankFormat(wire: RerankWire, base: UpstreamFormat): UpstreamFormat {
  const known = rerankFormats.get(wire)
  if (known) return known
  const format: UpstreamFormat = {
    ...base,
    id: 'own',
    rerank: wire,
    readAnswer: (bytes, read) => readResults(wire, base, bytes, read),
  }
  rerankFormats.set(wire, format)
  return format
}

/** The format of embeddings and rankings of a provider that is not that of its chat; null = it is. */
export function ownCallFormat(
  provider: Provider,
  operation: CallOperation,
  upstreamModel: string,
): UpstreamFormat | null {
  const base = () => upstreamFormatById(provider, provider.format)
  if (operation === 'rerank') return provider.rerank ? rerankFormat(provider.rerank, base()) : null
  const embeddings = operation === 'embeddings' ? provider.embeddingsOf?.(upstreamModel) : null
  return embeddings ? embeddingsFormat(embeddings, base()) : null
}

function readResults(
  wire: EmbeddingsWire | RerankWire,
  base: UpstreamFormat,
  bytes: Uint8Array,
  body = recordIn(bytes),
): WireAnswer | null {
  const answer = base.readAnswer(bytes, body)
  if (!body || !answer) return answer
  const usage = wire.parseUsage ? wire.parseUsage(body) : answer.usage
  return { usage, error: answer.error, text: () => '', hasResult: () => wire.parse(body).length > 0 }
}

function readAnswer(
  wire: MediaWire,
  base: UpstreamFormat,
  bytes: Uint8Array,
  read?: JsonRecord | null,
): WireAnswer | null {
  const body = answerObject(wire, bytes, read)
  if (!body) return null
  const images = wire.kind === 'images' ? wire.parse(body) : undefined
  return {
    usage: wire.parseUsage(body),
    ...(images !== undefined && { units: images.length }),
    error: errorIn(wire, body) ?? (wire.wrapBytes ? null : base.readAnswer(bytes, body)?.error) ?? null,
    text: () => '',
    hasResult: () => (images === undefined ? true : images.some((image) => usableImage(image).length > 0)),
  }
}

function errorIn(wire: MediaWire, body: Record<string, unknown>): UpstreamErrorObject | null {
  const error = wire.errorIn?.(body)
  if (!error) return null
  const { message, type = 'upstream_error', code = null } = error
  return { message, type, param: null, code }
}
