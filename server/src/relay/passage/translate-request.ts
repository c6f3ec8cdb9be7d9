import type { JsonRecord } from '@sluice/contract/read-json'
import { fitCallIds } from '../../core/chat/call-ids.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { valueAt } from '../../core/chat/check-numbers.ts'
import {
  type ClientNames,
  openaiFieldsLeftOut,
  partsLeftOut,
  refuseUncarried,
  type SettingPlaces,
  settingsLeftOut,
} from '../../core/chat/left-out.ts'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { fitToolNames, toolNameRulesOf } from '../../core/chat/tool-names.ts'
import type { BuildSettings, ClientFormat, UpstreamFormat } from '../../protocols/wire-format.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import { withUploads } from './uploaded-media.ts'

export interface TranslatedRequest {
  /** The body for the upstream. */
  wire: Record<string, unknown>
  /** Names of fields dropped for this upstream, in addition to those that the neutral form lacks. */
  dropped: string[]
  /** Changed tool names in the body → the client's own. */
  toolNames: ReadonlyMap<string, string>
  /** The client's ids of calls. */
  callIds: ReadonlySet<string>
}

interface Sides extends BuildSettings {
  client: Pick<ClientFormat, 'id' | 'settingPlaces' | 'settingAliases' | 'findWritten' | 'messagesField'>
  /** The client's body. */
  body: JsonRecord
  upstream: UpstreamFormat
  /** Ids of uploaded files, by their bytes in base64. */
  uploads?: ReadonlyMap<string, string>
  /** The request as the client sent it, with the state of all upstreams. */
  given: ChatRequest
}

/**
 * The body for `asked`, which has the upstream's model and state. Throws GatewayError of the caller for content that
 * the upstream's format cannot hold.
 */
export function translateRequest(
  requested: ChatRequest,
  { client, body, upstream, given, uploads, ...settings }: Sides,
): TranslatedRequest {
  const limits = upstream.partLimits(settings.takes)
  const keepsFileIds = isOfOpenai(upstream) && isOfOpenai(client)
  // A picture in Chat Completions is an address or bytes.
  const keepsImageIds = keepsFileIds && upstream.id === 'responses'
  refuseUncarried(requested, limits, { keepsFileIds, keepsImageIds })
  const { request: identified, ids } = fitCallIds(requested, upstream.callIds)
  const { request, names: toolNames } = fitToolNames(identified, toolNameRulesOf(upstream.toolNames, requested.model))
  const wire = upstream.buildRequest(uploads ? withUploads(request, uploads) : request, settings)
  const names = namesOf(client, body)
  const rules = modelRulesOf(requested.model)
  const translation = { requested, wire, rules, client: names, upstream: upstream.settingPlaces }
  const dropped = [
    ...(given.unread ?? []),
    ...settingsLeftOut(translation),
    ...openaiFieldsLeftOut(translation),
    ...partsLeftOut(given, requested, { limits, client: names }),
  ]
  return { wire, dropped, toolNames, callIds: ids }
}

/** The names of settings as this body has them. */
function namesOf(
  { settingPlaces, settingAliases = {}, findWritten = isWrittenAs, messagesField }: Sides['client'],
  body: JsonRecord,
): ClientNames {
  const written = (setting: keyof SettingPlaces): string[] =>
    [settingPlaces[setting] ?? setting, ...(settingAliases[setting] ?? [])].flatMap((place) => {
      const name = findWritten(body, place)
      return name === null ? [] : [name]
    })
  return {
    messages: messagesField,
    isWritten: (setting) => written(setting).length > 0,
    of(setting) {
      const names = written(setting)
      return names.length > 0 ? names : [settingPlaces[setting] ?? setting]
    },
  }
}

function isWrittenAs(body: JsonRecord, place: string): string | null {
  const value = valueAt(body, place)
  return value === undefined || value === null ? null : place
}

const isOfOpenai = ({ id }: { id: WireFormatId }): boolean => id === 'openai' || id === 'responses'
