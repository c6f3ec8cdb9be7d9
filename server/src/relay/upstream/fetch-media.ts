import { GatewayError } from '../../core/errors.ts'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../../platform/outbound/pinned-fetch.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { Inflight } from '../call/inflight.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { FetchMedia, RemoteMedia } from '../passage/inline-media.ts'
import { createWorkerFetch, type Worker } from './fetch-by-worker.ts'

const timeoutMs = 10_000

interface MediaTools {
  dependencies: Pick<RelayDependencies, 'config' | 'log'>
  inflight: Pick<Inflight, 'holdBytes'>
}

/** Types that models accept; for `''` and generic ones the bytes decide. */
const acceptedTypes =
  /^(|image\/.+|audio\/.+|video\/.+|application\/pdf|(application|binary)\/octet-stream|text\/(plain|markdown|csv))$/

/**
 * Fetches media that the request refers to by address and the upstream needs as bytes, once for each call. Throws
 * GatewayError of the caller, because no channel is at fault.
 */
export const fetchRemoteMedia = (tools: MediaTools, call: AdmittedCall, { urls, take }: RemoteMedia): Promise<void> =>
  take(mediaFetcher(tools, call, urls))

function mediaFetcher({ dependencies, inflight }: MediaTools, call: AdmittedCall, urls: readonly string[]): FetchMedia {
  const { config, log } = dependencies
  const settings = {
    exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
    bytesMax: Math.floor(config.MAX_FILE_DOWNLOAD_MB * 1_048_576),
    timeoutMs,
    accepts: (contentType: string) => acceptedTypes.test(contentType),
  }
  const worker = workerOf(call.snapshot.options)
  const fetchMedia = worker ? createWorkerFetch(worker, settings) : createGuardedFetch(settings)
  const gone = call.abort.attempt().signal
  return async (url, signal) => {
    try {
      const fetched = await fetchMedia(url, AbortSignal.any([signal, gone]))
      const uses = urls.filter((one) => one === url).length
      call.releases.push(inflight.holdBytes(fetched.bytes.length * uses))
      return fetched
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause
      log.info({ requestId: call.id, reason: cause.message }, 'media given by address not fetched')
      throw new GatewayError('remote_media_failed', {}, { cause, detail: cause.message })
    }
  }
}

/** Null when the gateway fetches files itself. */
const workerOf = (options: OptionValues): Worker | null =>
  options.WorkerUrl === ''
    ? null
    : {
        url: options.WorkerUrl,
        key: options.WorkerValidKey,
        allowsHttp: options.WorkerAllowHttpImageRequestEnabled,
      }
