import { channelTypeOf, needsBaseUrl } from '@sluice/contract/channel-types'

/** The kinds of Dify applications. */
type AppKind = 'chat' | 'agent' | 'workflow' | 'completion'

/** The meaning of the field `other`, for channel types that use it. */
export interface OtherField {
  /** The keys of its label and help are `other.<name>` and `other.<name>Help`. */
  name:
    | 'apiVersion'
    | 'plugin'
    | 'modelVersion'
    | 'library'
    | 'geminiVersion'
    | 'account'
    | 'region'
    | 'inferenceProfile'
    | 'agent'
    | 'app'
  example: string
  /** The value that an empty field means, if the upstream needs one. */
  standsFor?: string
  /** JSON to start from, if the field may hold JSON. */
  template?: string
  /** Suggested values. */
  choices?: readonly string[]
  /** The only allowed values, each with its own label. */
  kinds?: readonly AppKind[]
  /** The type cannot be called without it. */
  isRequired?: true
}

const region = 'us-central1'
const sparkVersions = ['v1.1', 'v2.1', 'v3.1', 'v3.1-128K', 'v3.5', 'v3.5-32K', 'v4.0', 'X1']

const byType: Readonly<Record<number, OtherField>> = {
  3: {
    name: 'apiVersion',
    example: '2025-04-01-preview',
    standsFor: '2024-10-21',
    choices: ['v1', '2025-04-01-preview', '2024-10-21'],
  },
  17: { name: 'plugin', example: '{"pdf_extracter":{}}', template: '{"pdf_extracter":{}}' },
  18: { name: 'modelVersion', example: 'v4.0', standsFor: 'v2.1', choices: sparkVersions },
  21: { name: 'library', example: '1234', isRequired: true },
  24: { name: 'geminiVersion', example: 'v1beta', choices: ['v1beta', 'v1', 'v1alpha'] },
  33: {
    name: 'inferenceProfile',
    example: 'global',
    choices: ['us', 'eu', 'apac', 'jp', 'au', 'us-gov', 'global', 'none'],
  },
  37: {
    name: 'app',
    example: 'chat',
    standsFor: 'chat',
    kinds: ['chat', 'agent', 'workflow', 'completion'],
  },
  39: { name: 'account', example: '023e105f4ecef8ad9ca31a8372d0c353' },
  41: {
    name: 'region',
    example: region,
    template: JSON.stringify({ default: region, 'claude-sonnet-4-6': 'us-east5' }, null, 2),
  },
  49: { name: 'agent', example: '7342866812345' },
}

export const otherFieldOf = (type: number): OtherField | null => byType[type] ?? null

/** The additional help for the base URL of a type. */
export type BaseUrlHelp = 'plain' | 'own' | 'local' | 'whole' | 'azure' | 'privately' | 'service'

export function baseUrlHelpOf(type: number): BaseUrlHelp {
  if (type === 8) return 'whole'
  if (type === 3) return 'azure'
  if (type === 22) return 'privately'
  if (type === 36 || type === 2 || type === 5) return 'service'
  if (needsBaseUrl(type)) return 'own'
  return channelTypeOf(type)?.baseUrl?.startsWith('http://localhost') ? 'local' : 'plain'
}
