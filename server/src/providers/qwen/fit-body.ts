import { type FitBody, fitTo, unchanged, within } from '../fit-body.ts'

/** Since spring 2026 the limit has a newer name; the ends of top_p's range are refused. */
const dialect = {
  rename: { max_tokens: 'max_completion_tokens' },
  values: { top_p: within(0.001, 0.999) },
}

/** https://help.aliyun.com/zh/model-studio/use-qwen-by-calling-api, as known on 2026-11-20 */
export const fitBody: FitBody = (body, { operation, upstreamModel }) =>
  operation === 'chat' ? fitTo({ ...dialect, streamsOnly: streams.test(upstreamModel) }, body) : unchanged

/** Models that always think, and audio models: they refuse calls without a stream. */
const streams = /^(qwq|qvq)|omni|^qwen3-.*-thinking/
