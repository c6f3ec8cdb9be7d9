import { type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { invalidRequest } from '../core/invalid-request.ts'
import { checkRights } from '../relay/admission/check-rights.ts'
import { priceOfSums, requirePrice } from '../relay/admission/price-of.ts'
import { newCallSoFar, type RelayCall } from '../relay/call/relay-call.ts'
import { enterByKey } from '../relay/entry/enter-by-key.ts'
import { readClientFields } from '../relay/entry/read-client-body.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { recordRefusal } from '../relay/settlement/record-refusal.ts'
import { type SessionKind, sealClientSecret } from './client-secret.ts'

/** A session that a client secret is requested for. */
interface RequestedSession {
  kind: SessionKind
  model: string
  /** The session, without the settings of the secret. */
  session: JsonRecord
  expiresAfter: unknown
}

/** How a path asks for a secret and shows it. */
interface SecretForm {
  isBeta: boolean
  read(body: JsonRecord): RequestedSession
  show(issued: IssuedSecret): JsonRecord
}

interface IssuedSecret extends Pick<RequestedSession, 'kind' | 'model' | 'session'> {
  id: string
  value: string
  /** Seconds of the wall clock. */
  expiresAt: number
}

const objects: Record<SessionKind, string> = {
  realtime: 'realtime.session',
  transcription: 'realtime.transcription_session',
}

/** https://platform.openai.com/docs/api-reference/realtime-sessions, read 2026-11-29 */
const current: SecretForm = {
  isBeta: false,
  read(body) {
    const session = recordOf(body.session)
    const type = session.type ?? 'realtime'
    if (type !== 'realtime' && type !== 'transcription')
      throw invalidRequest('noneOf', { field: 'session.type', choices: 'realtime, transcription' })
    const transcription = recordOf(recordOf(recordOf(session.audio).input).transcription)
    const [named, field] =
      type === 'realtime'
        ? [session.model, 'session.model']
        : [transcription.model, 'session.audio.input.transcription.model']
    const model = requireModel(named, field)
    return { kind: type, model, session: { ...session, type }, expiresAfter: body.expires_after }
  },
  show: ({ value, expiresAt, session, kind, id }) => ({
    value,
    expires_at: expiresAt,
    session: {
      ...session,
      object: objects[kind],
      id,
    },
  }),
}

/** The forms of the beta have the session at the top. */
const beta = (kind: SessionKind): SecretForm => ({
  isBeta: true,
  read({ client_secret, ...session }) {
    const { expires_after: expiresAfter } = recordOf(client_secret)
    const model =
      kind === 'realtime'
        ? requireModel(session.model, 'model')
        : requireModel(recordOf(session.input_audio_transcription).model, 'input_audio_transcription.model')
    return { kind, model, session, expiresAfter }
  },
  show: ({ value, expiresAt, session, id }) => ({
    ...session,
    object: objects[kind],
    id,
    client_secret: { value, expires_at: expiresAt },
  }),
})

const forms = tableOf<SecretForm>({
  '/v1/realtime/client_secrets': current,
  '/v1/realtime/sessions': beta('realtime'),
  '/v1/realtime/transcription_sessions': beta('transcription'),
})

/** The form of the secrets that are created at this path; null for another path. */
export const secretFormOf = (pathname: string): SecretForm | null => forms[pathname] ?? null

function requireModel(named: unknown, field: string): string {
  const model = textOf(named)
  if (model === '') throw invalidRequest('fieldRequired', { field })
  return model
}

const secondsByDefault = 600
const secondsMin = 10
const secondsMax = 7_200

function secondsOf(expiresAfter: unknown): number {
  const { seconds = secondsByDefault } = recordOf(expiresAfter)
  const given = numberOf(seconds)
  if (given !== undefined && Number.isInteger(given) && given >= secondsMin && given <= secondsMax) return given
  throw invalidRequest('mustBeWholeWithin', { field: 'expires_after.seconds', min: secondsMin, max: secondsMax })
}

/**
 * Issues a key of the gateway's own for a browser: it opens sessions of the requested model with the rights and the
 * money of the caller's token. No upstream is called and nothing is held. Throws GatewayError.
 */
export async function createClientSecret(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  form: SecretForm,
): Promise<Response> {
  const { clock, secretBox, state } = tools.dependencies
  const soFar = newCallSoFar()
  call.releases.push(() => call.limits.end(), tools.inflight.enter())
  try {
    const { caller, pinnedChannelId } = await enterByKey(tools, call, soFar)
    const { fields } = await readClientFields(tools, call, request)
    const { kind, model, session, expiresAfter } = form.read(fields)
    // A session that transcribes names its model elsewhere.
    if (session.model !== undefined && session.model !== model) throw invalidRequest('sessionModelFixed')
    soFar.model = model
    const seconds = secondsOf(expiresAfter)
    const snapshot = state.current()
    soFar.group = checkRights(call, caller, pinnedChannelId !== null, { model }, snapshot).group
    priceOfSums(requirePrice(call, caller, { model }, snapshot.options), call.startedAt, model)
    const { tokenId } = caller
    if (tokenId === null) throw new Error('a client secret needs a token')
    const expiresAt = clock.now() + seconds * 1_000
    const value = sealClientSecret(secretBox, {
      tokenId,
      pinnedChannelId,
      expiresAt,
      model,
      kind,
      isBeta: form.isBeta,
      session,
    })
    call.limits.succeeded()
    const issued = { id: `sess_${call.id}`, value, expiresAt: Math.floor(expiresAt / 1_000), kind, model, session }
    return Response.json(form.show(issued), { headers: { 'cache-control': 'no-store' } })
  } catch (cause) {
    recordRefusal(tools.dependencies, call, soFar, cause)
    throw cause
  }
}
