import type { MediaWire } from '../../core/media.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import { chatOrResponses, defineHost } from '../provider.ts'
import { errorTypes } from '../read-error.ts'
import { editWire } from './edit-wire.ts'
import { fitBody } from './fit-body.ts'
import { policyMessage, readError } from './read-error.ts'
import { speechWire, transcriptWire } from './sound-wires.ts'
import { xaiVideos } from './video-wire.ts'

const mediaWires: Partial<Record<CallOperation, MediaWire>> = {
  image_edits: editWire,
  speech: speechWire,
  transcriptions: transcriptWire,
}
const soundPaths: Partial<Record<CallOperation, string>> = { speech: '/v1/tts', transcriptions: '/v1/stt' }

/** https://docs.x.ai/docs/api-reference, as known on 2026-11-20 */
export const xai = defineHost({
  id: 'xai',
  type: 48,
  baseUrl: 'https://api.x.ai',
  formatFor: chatOrResponses,
  operations: ['chat', 'image_generations', 'image_edits', 'speech', 'transcriptions'],
  models: [
    'grok-4.6',
    'grok-4.5',
    'grok-4.3',
    'grok-4.20-reasoning',
    'grok-4.20-non-reasoning',
    'grok-build-0.1',
    'grok-imagine-image',
    'grok-imagine-image-quality',
    'grok-imagine-video',
    'grok-imagine-video-1.5',
  ],
  mediaWireOf: ({ operation }) => mediaWires[operation] ?? null,
  pathOf: (path, { operation }) => soundPaths[operation] ?? path,
  videos: xaiVideos,
  family: 'grok',
  fitBody,
  readError,
  // 0.05 dollars before an answer begins. https://docs.x.ai/developers/pricing, read 2026-11-29
  chargesRefusals: (format) => format === 'responses',
  // https://docs.x.ai/docs/key-information/debugging, as known on 2026-11-23: a wrong key has status 400.
  typeOfError: errorTypes({}, [
    [/^Incorrect API key provided/, 'authentication_error'],
    [/^Your (newly created )?team\b.*\b(credits|spending limit)\b/, 'billing_error'],
    [policyMessage, 'invalid_request_error'],
  ]),
})
