import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../core/errors.ts'

/** The paths at which the console's playground calls models: with a session, without an API token. */
const playgroundPaths: ReadonlySet<string> = new Set([
  '/pg/chat/completions',
  '/pg/embeddings',
  '/pg/images/generations',
  '/pg/audio/speech',
  '/pg/audio/transcriptions',
  '/pg/videos',
  '/pg/mj/submit/action',
])
const playgroundVideo = /^\/pg\/videos\/[0-9a-zA-Z_]{1,69}$/

export const isPlaygroundPath = (pathname: string): boolean =>
  playgroundPaths.has(pathname) || playgroundVideo.test(pathname)

/**
 * Resources of the official clients that are not offered: they are answered 501 instead of 404. Includes all paths
 * below.
 */
const notImplemented = [
  // OpenAI
  'assistants',
  'audio/voice_consents',
  'audio/voices',
  'batches',
  'chat/completions',
  'chatkit',
  'containers',
  'conversations',
  'edits',
  'evals',
  'files',
  'fine-tunes',
  'fine_tuning',
  'organization',
  'realtime',
  'projects',
  'responses',
  'skills',
  'threads',
  'uploads',
  'vector_stores',
  'videos',
  'dashboard/billing/credit_grants',
  // Anthropic
  'agents',
  'complete',
  'deployment_runs',
  'deployments',
  'dreams',
  'environments',
  'memory_stores',
  'messages/batches',
  'organizations',
  'sessions',
  'tunnels',
  'user_profiles',
  'vaults',
].map((path) => `/v1/${path}`)

/** Google's SDK calls them under `/v1` since its version 3, under `/v1beta` before. */
const notImplementedOfGoogle = [
  'auth_tokens',
  'batchPredictionJobs',
  'batches',
  'cachedContents',
  'corpora',
  'files',
  'fileSearchStores',
  'interactions',
  'operations',
  'tunedModels',
  'tuningJobs',
].flatMap((path) => [`/v1beta/${path}`, `/v1/${path}`])

const notImplementedElsewhere = ['/dashboard/billing/credit_grants', '/upload/v1', '/upload/v1beta']

/** What to do instead of calling some of them. */
const alternatives = [
  [/^\/v1\/vector_stores|^\/v1(beta)?\/(fileSearchStores|corpora)/, 'insteadOfVectorStores'],
  [/^\/v1\/(containers|skills|environments)/, 'insteadOfContainers'],
  [/^\/v1\/fine[-_]tun|^\/v1(beta)?\/(tunedModels|tuningJobs)/, 'insteadOfTuning'],
  [/^\/v1\/(assistants|threads|chatkit)/, 'insteadOfThreads'],
  [/^\/v1\/videos|:predictLongRunning$/, 'insteadOfVideos'],
] as const

/** Operations of Gemini's models that are not offered. */
const modelOperations =
  /^\/v1(beta)?\/models\/[^/]+:(asyncBatchEmbedContent|batchGenerateContent|computeTokens|predictLongRunning)$/

/** Whether the model API answers under this path, including with its own errors. */
export const isModelApiPath = (pathname: string): boolean =>
  /^\/(v1|v2|v1beta|upload\/v1|upload\/v1beta)(\/|$)/.test(pathname) || pathname.startsWith('/dashboard/')

/** The error for a call that is not served. */
export function unservedPathError(method: string, pathname: string): GatewayError {
  const isBelow = (path: string) =>
    pathname === path || pathname.startsWith(`${path}/`) || pathname.startsWith(`${path}:`)
  const isKnown = [notImplemented, notImplementedOfGoogle, notImplementedElsewhere].some((paths) => paths.some(isBelow))
  const isOfModel = /^\/v1(beta)?\/models\/./.test(pathname)
  if (isKnown || modelOperations.test(pathname) || (isOfModel && (method === 'DELETE' || method === 'PATCH')))
    return new GatewayError('api_not_implemented', {
      instead: makeReason(alternatives.find(([paths]) => paths.test(pathname))?.[1] ?? 'insteadOfOther'),
    })
  return new GatewayError('invalid_url', { method, path: pathname.slice(0, 200) })
}
