import { type FitBody, fitEffortNone, fitTo, joinFits, unchanged, within } from '../fit-body.ts'

/** Since spring 2026 the limit has a newer name; the ends of top_p's range are refused. */
const dialect = {
  rename: { max_tokens: 'max_completion_tokens' },
  values: { top_p: within(0.001, 0.999) },
}

/** https://help.aliyun.com/zh/model-studio/use-qwen-by-calling-api, as known on 2026-11-20 */
export const fitBody: FitBody = (body, { operation, upstreamModel }) =>
  operation === 'chat'
    ? joinFits(
        fitTo({ ...dialect, streamsOnly: streams.test(upstreamModel) }, body),
        fitEffortNone(body, alwaysThinks.test(upstreamModel) ? {} : { enable_thinking: false }),
      )
    : unchanged

/** Models that refuse to be called without thinking. */
const alwaysThinks = /^(qwq|qvq)|^qwen3-.*-thinking/
/** These and audio models refuse calls without a stream. */
const streams = new RegExp(`${alwaysThinks.source}|omni`)
