import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { parseJson } from '@sluice/contract/read-json'
import type { UpdateStatus } from '@sluice/contract/status'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { keepAnswers } from '../../platform/keep-answers.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../../platform/outbound/pinned-fetch.ts'
import type { Services } from '../../services.ts'

/** Limits of the guarded fetch for a release. */
export const releaseLimits = {
  bytesMax: 1_048_576,
  timeoutMs: 10_000,
  accepts: (type: string) => /^(|application\/(.+\+)?json|text\/(plain|json))$/.test(type),
}

const keptMs = 600_000
const notesMax = 65_536

/** The newest release as GitHub, Gitea and Forgejo answer at `…/releases/latest`. */
const releaseShape = z.object({
  tag_name: z.string().min(1).max(128),
  body: z.string().nullish(),
  html_url: z.string().nullish(),
})

interface UpdateCheckDependencies extends Services<'clock'> {
  fetchGuarded: GuardedFetch
  /** Address of the newest release; '' = none. */
  releasesUrl: string
  version: string
}

/**
 * Reads the newest release, at most once in ten minutes; callers in between share one answer. A failure is not
 * cached. Throws GatewayError `release_source_missing` or `update_check_failed`.
 */
export function createUpdateCheck(deps: UpdateCheckDependencies): () => Promise<UpdateStatus> {
  const newest = keepAnswers(() => readRelease(deps), { clock: deps.clock, keptMs })
  return () => {
    if (deps.releasesUrl === '') throw new GatewayError('release_source_missing')
    return newest(null)
  }
}

async function readRelease({ fetchGuarded, releasesUrl, version }: UpdateCheckDependencies) {
  // Not the signal of one caller, because all waiting callers share the answer.
  const text = await fetchGuarded(releasesUrl, new AbortController().signal).then(
    ({ bytes }) => new TextDecoder().decode(bytes),
    (cause: unknown) => {
      throw cause instanceof OutboundError ? failed(cause.reason, cause) : cause
    },
  )
  const release = releaseShape.safeParse(parseJson(text))
  if (!release.success) throw failed(makeReason('notRelease'))
  const { tag_name, body, html_url } = release.data
  return {
    version,
    latest: tag_name,
    is_current: withoutV(tag_name) === withoutV(version),
    notes: (body ?? '').slice(0, notesMax),
    url: html_url && /^https?:\/\//i.test(html_url) ? html_url : '',
  }
}

const withoutV = (tag: string): string => tag.replace(/^v(?=\d)/i, '')

const failed = (reason: Reason, cause?: unknown): GatewayError =>
  new GatewayError('update_check_failed', { reason }, { cause })
