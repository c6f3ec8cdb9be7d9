import { dayMs } from '@sluice/contract/durations'
import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { buildVeoBody, readVeoState, veoLimitsOf } from '../veo.ts'
import { createdWith, isAccepted, refusedByError } from '../video-answers.ts'
import type { VideoOutput, VideoWire } from '../video-wire.ts'

/** Veo. https://ai.google.dev/gemini-api/docs/video, as known on 2026-11-28 */
export const veoVideos: VideoWire = {
  limitsOf: veoLimitsOf,
  create: (video, { model, root }) => ({
    url: `${root}/v1beta/models/${encodeURIComponent(model)}:predictLongRunning`,
    json: buildVeoBody(video),
  }),
  takesBytesOnly: true,
  readCreated: (answer) => (isAccepted(answer) ? createdWith(answer.body.name) : refusedByError(answer)),
  inquire: ({ root, id }) => ({
    url: `${root}/v1beta/${id.split('/').map(encodeURIComponent).join('/')}`,
    method: 'GET',
  }),
  readState: (answer) => readVeoState(answer, outputsOf),
  lifetimeMs: 2 * dayMs,
  passes: ['personGeneration', 'enhancePrompt'],
}

const outputsOf = (outer: JsonRecord, inner: JsonRecord): VideoOutput[] =>
  [...recordsOf(inner.generatedSamples), ...recordsOf(outer.generatedSamples)]
    .map(({ video }) => textOf(recordOf(video).uri))
    .filter((url) => url !== '')
    .map((url) => ({ url, needsKey: true }))
