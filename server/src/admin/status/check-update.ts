import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { parseJson } from '@sluice/contract/read-json'
import type { UpdateStatus } from '@sluice/contract/status'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { keepAnswers } from '../../platform/keep-answers.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../../platform/outbound/pinned-fetch.ts'
import type { AdminDependencies } from '../dependencies.ts'

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

/**
 * Reads the newest release, at most once in ten minutes; callers in between share one answer. A failure is not
 * cached. Throws GatewayError `release_source_missing` or `update_check_failed`.
 */
export function createUpdateCheck(
  { config: { RELEASES_URL: url }, clock, version }: Pick<AdminDependencies, 'config' | 'clock' | 'version'>,
  fetchGuarded: GuardedFetch,
): () => Promise<UpdateStatus> {
  const newest = keepAnswers(() => readRelease(fetchGuarded, url, version), { clock, keptMs })
  return () => {
    if (url === '') throw new GatewayError('release_source_missing')
    return newest(null)
  }
}

async function readRelease(fetchGuarded: GuardedFetch, releasesUrl: string, version: string): Promise<UpdateStatus> {
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
