import { type JsonRecord, listOf, numberOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { wordOf } from '../../core/tasks/task-word.ts'
import { buildOpenAIVideo, type ShownVideo } from './build-video.ts'

/** Fields of Kling's calls in the names that `parseVideoRequest` reads. https://kling.ai, as known on 2026-11-28 */
export function fromKling(body: JsonRecord): JsonRecord {
  const { mode, sound, image_list: images, ...others } = body
  const listed = listOf(images).map((one) => (typeof one === 'object' ? one : { url: one }))
  return {
    ...others,
    model: textOf(body.model_name) || textOf(body.model),
    ...(klingModes[textOf(mode)] && body.resolution === undefined && { resolution: klingModes[textOf(mode)] }),
    ...(sound !== undefined && { generate_audio: sound === 'on' || sound === true }),
    ...(listed.length > 0 && { input_references: listed }),
  }
}

const klingModes = tableOf<string>({ std: '720p', pro: '1080p', '4k': '4k' })

const framesPerSecond = 24

/** The same of Jimeng's. A length is in frames: one more than 24 a second. */
export function fromJimeng(body: JsonRecord): JsonRecord {
  const { req_key: key, frames, image_urls: urls, binary_data_base64: bytes, ...others } = body
  const count = numberOf(frames)
  const images = [...listOf(urls), ...listOf(bytes)]
  return {
    ...others,
    model: textOf(body.model) || textOf(key),
    ...(count !== undefined && { seconds: (count - 1) / framesPerSecond }),
    ...(images.length > 0 && { images }),
  }
}

const klingWords = { queued: 'submitted', in_progress: 'processing', completed: 'succeed', failed: 'failed' } as const

/** Kling's answer. Clients of older gateways read the fields of OpenAI's object beside it. */
export function buildKlingVideo(video: ShownVideo): JsonRecord {
  const word = wordOf(video.status)
  return {
    ...buildOpenAIVideo(video),
    code: 0,
    message: 'SUCCEED',
    request_id: video.id,
    data: {
      task_id: video.id,
      task_status: klingWords[word],
      ...(word === 'failed' && { task_status_msg: video.failReason }),
      created_at: video.createdAt,
      updated_at: video.finishedAt || video.startedAt || video.createdAt,
      ...(word === 'completed' && {
        task_result: { videos: [{ id: video.id, url: video.url, duration: String(video.seconds) }] },
      }),
    },
  }
}

const jimengWords = { queued: 'in_queue', in_progress: 'generating', completed: 'done', failed: 'done' } as const

const accepted = 10_000
/** The maker's codes for a refused result, and for any other failure. */
const refusedOutput = 50_511
const internal = 50_500

/** Jimeng's answer. A failure is `done` with another code than 10000. */
export function buildJimengVideo(video: ShownVideo): JsonRecord {
  const word = wordOf(video.status)
  const isFailed = word === 'failed'
  return {
    ...buildOpenAIVideo(video),
    code: isFailed ? (video.isModerated ? refusedOutput : internal) : accepted,
    message: isFailed ? video.failReason : 'Success',
    request_id: video.id,
    data: {
      task_id: video.id,
      ...(video.status !== 'SUBMITTED' && { status: jimengWords[word] }),
      ...(word === 'completed' && { video_url: video.url }),
    },
  }
}
