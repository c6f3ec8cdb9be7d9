import { callReasons } from './call-reasons.ts'
import type { NamesIn } from './fill-text.ts'
import { isRecord } from './read-json.ts'

/**
 * The texts after a colon or at a field of an error: why a value is refused, and what an error concerns. `{{name}}` is
 * a value. A reason about a value is a predicate, which fits after `field: `; one about something else names it.
 * Reasons are sent and stored as data, with the English sentence beside it. A text that changes is added to
 * `formerTexts`, which reads rows that have only the sentence.
 */
export const errorReasons = {
  // Values
  mustBeSwitch: 'must be true or false',
  mustBeNumber: 'must be a number',
  mustBeWhole: 'must be a whole number',
  mustBePair: 'must be a pair of numbers',
  mustBeOneOf: 'must be one of {{choices}}',
  mustBeCurrency: 'must be the three letters of a currency',
  mustBeWebAddress: 'must start with http:// or https://',
  mustBeTime: 'must be a time such as 08:30',
  mustBeTimes: 'must be two times, such as ["00:30", "08:30"]',
  mustBeTwoTimes: 'must be two different times',
  nameTaken: 'is the name of another entry',
  noSuchVendor: 'the vendor does not exist',
  noSuchUser: 'the account does not exist',
  noSuchToken: 'the token does not exist',
  noSuchGroup: 'the group does not exist',
  mustBeDate: 'must be a date such as 2027-01-31',
  mustBeInstant: 'must be a time such as 2027-01-31T08:30:00Z',
  notLess: 'must not be less than {{min}}',
  notMore: 'must not be more than {{max}}',
  notMoreRules: 'must not be more than {{max}} rules',
  notLonger: 'must not be longer than {{max}} characters',
  between: 'must be between {{min}} and {{max}}',
  greater: 'must be greater than {{min}}',
  tooLarge: 'is too large',
  notJson: 'is not valid JSON',
  notRegex: 'is not a valid regular expression',
  mustBeSender: 'must be an address such as gateway@example.com, or Gateway <gateway@example.com>',
  notDomain: 'is not a domain such as example.com',
  notTimezone: 'is not a known time zone',
  currencyUnsupported: 'is not a supported currency',
  givenTwice: 'is given twice',
  changedMeanwhile: 'was changed by another administrator in the meantime',
  mustBePicture: 'must be an http or https address, or a path that begins with /',
  mustNotRun: 'must not be an address that runs a script',
  sixDecimals: 'must not have more than six decimals',
  nameSpaces: 'names must not be empty, or begin or end with a space',
  nameReserved: 'the name {{name}} cannot be used',
  groupStays: 'the group default must stay',
  groupInUse:
    'is used by {{users}} accounts, {{tokens}} tokens and {{channels}} channels; move them to another group first',
  otherGroup: 'must be a different group that exists',
  nameComma: 'names must not contain a comma',
  fillInFirst: 'fill in {{names}} first',
  neededBy: 'is needed by {{name}}; switch that off first',
  noOtherWayIn:
    'a super administrator must have another way to log in first: a passkey, or a bound account of an enabled provider',
  onlyWayInOfRoot: 'is the only way for the super administrator to log in while password login is off',
  changeRequired: 'at least one change is required',
  conditionRequired: 'at least one condition is required: input_over, between, days, from or until',
  unseenCharacters: 'must not contain invisible characters',
  oneSpace: 'must separate words by one ordinary space',
  asciiOnly: 'must consist of ASCII letters, digits and signs',
  noAt: 'must not contain @',
  passwordSame: 'the new password must not be the same as the original',
  passwordsDiffer: 'the two passwords do not match',
  noNul: 'must not contain the character U+0000',
  missing: '{{name}} is missing',
  notValid: '{{name}} is not valid',
  // Of schemas: for issues without a reason of their own, see `reason-of-issue.ts`.
  required: 'is required',
  mustBeText: 'must be text',
  mustBeList: 'must be a list',
  mustBeObject: 'must be an object',
  notEmpty: 'must not be empty',
  less: 'must be less than {{max}}',
  multipleOf: 'must be a multiple of {{step}}',
  tooFewCharacters: 'must have at least {{min}} characters',
  charactersBetween: 'must have {{min}} to {{max}} characters',
  tooFewEntries: 'must have at least {{min}} entries',
  tooManyEntries: 'must not have more than {{max}} entries',
  notMailAddress: 'is not an email address',
  wrongForm: 'does not have the right form',
  isNotValid: 'is not valid',
  unknownKeys: 'has unknown keys: {{names}}',
  // Of single resources
  notOffered: 'is not one of the choices',
  mappingCycle: 'other mappings lead back to it, so calls would fail',
  notStatusCode: 'needs status codes from 100 to 599 on both sides',
  ratioOrPrice: 'needs either ratio or price',
  costForm: 'must be {"discount": …}, {"ratio": …} or {"price": …}',
  mustBeHttps: 'must be an address over https',
  namesOrIds: 'needs either names or ids',
  ownBindings: 'remove bindings of your own account in its settings',
  notMultiKey: 'has no multi_key_mode, which makes several keys one channel',
  keyGone: 'the channel no longer has this key; reload the list',
  noKeyToChange: 'none of its keys is in a state that this changes',
  lastKey: 'the last key of a channel cannot be deleted; replace it, or delete the channel',
  singleKey: 'mode single takes one key; use batch or multi_to_single for several keys',
  tooManyKeys: 'at most {{max}} keys',
  groupRequired: 'select at least one group',
  overrideOperations:
    'an operation is wrong: mode is set, delete, copy or move, with path and value, path, or from and to',
  notHeaderName: 'is not the name of a header',
  headerFixed: 'this header follows from the connection or the body and cannot be changed',
  headerCredential: 'only a super administrator may store a credential here; put it into the key and write {{mark}}',
  clientHeaderForm: 'the whole value must be {{form}}',
  clientHeaderKept: 'the header {{name}} of a client is not passed on',
  modelRequired: 'select at least one model',
  typeNotOffered: 'this type of channel is not offered',
  modelNameTooLong: 'model name too long: {{what}}',
  groupNameTooLong: 'group name too long: {{what}}',
  keyAgain: 'enter the key again: a stored key is not sent to another host or proxy',
  proxyPassword: 'enter its password again',
  proxyForm: 'must be an address beginning with http, https or socks5',
  severalKeysMode: 'several keys in one channel need multi_key_mode',
  keyForm: 'the key must have the form {{form}}',
  notOnePart: 'must not contain a space or the separator of the key: each part has a field of its own',
  notAccountId: '"{{what}}" is not an account ID, which has 32 hexadecimal digits',
  keyNotAccount: 'the key must be an API key or the JSON of a service account',
  keyLacks: 'the JSON of the service account lacks {{names}}',
  notApiVersion: '"{{what}}" is not an API version such as 2025-04-01-preview, or v1',
  notProfile: '"{{what}}" is not the prefix of an inference profile, such as us, eu, global or none',
  notAgent: '"{{what}}" is not the number of an agent',
  agentMissing: 'fill in the agent, or name each model by the number of an agent',
  accountMissing: 'fill in the account ID, or put it into each key as accountId|apiToken',
  notRegion: '"{{what}}" is not a region',
  regionDefault: 'the regions must have an entry default',
  tagMissing: 'the tag must not be empty',
  nothingChanged: 'nothing changed',
  baseUrlMissing: 'this type needs a base URL',
  baseUrlNotValid: 'the base URL is not a valid address',
  baseUrlNotWeb: 'the base URL must begin with http or https',
  baseUrlHasLogin: 'the base URL must not contain a name or password',
  baseUrlHasHash: 'the base URL must not contain a #',
  baseUrlHasQuery: 'the base URL must not contain a query',
  baseUrlModelInHost: 'the base URL must not contain {{model}} in its host',
  expiryPast: 'the expiry is in the past',
  tooManyGroups: 'at most {{max}} groups',
  notAddressOrRange: '"{{what}}" is neither an address nor a range',
  groupForbidden: 'the group {{group}} may not be used',
  autoInOrder: 'auto represents this list of groups, so it cannot be in the list',
  noGroupNamed: 'there is no group {{group}}',
  tokenExpired: 'the token has expired, change its expiry first',
  tokenSpent: 'the token has no quota left, raise it first',
  balanceOutOfRange: 'the balance would leave the range that can be kept',
  balanceTooHigh: 'the balance would exceed the maximum of an account, so nothing was credited',
  webhookMissing: 'the address must not be empty',
  quotaNegative: 'the quota must not be negative',
  usedByRedeeming: 'a code is marked as used only when it is redeemed',
  ownInSettings: 'change your own in your personal settings, with the old password',
  adminName: 'Enter a name of {{min}} to {{max}} characters for the administrator',
  adminPasswordsDiffer: 'The two passwords do not match',
  adminPassword: 'The password must have {{min}} to {{max}} characters',
  addressMissing: 'the address is missing',
  timeRequired: 'target_timestamp is required',
  // Owners
  passwordWrong: 'the password is wrong',
  originalPasswordWrong: 'the original password is wrong',
  codeWrong: 'the code is wrong, used or has expired',
  sentCodeWrong: 'the code is wrong or has expired',
  // Accounts
  usernameTaken: 'this username is taken',
  domainNotAllowed: 'addresses of this domain are not allowed',
  aliasNotAllowed: 'addresses with + or . before the @ are not allowed',
  earningsTooLow: 'the earnings from invitations are less than this amount',
  // What an error concerns
  user: 'The user',
  session: 'The session',
  passkey: 'The passkey',
  vendor: 'The vendor',
  modelEntry: 'The model',
  prefillGroup: 'The prefill group',
  channel: 'The channel',
  token: 'The token',
  order: 'The order',
  redemptionCode: 'The redemption code',
  scopeToken: 'API key',
  scopeAccount: 'account',
  scopeGroup: 'group',
  scopeChannel: 'channel',
  scopeModel: 'model',
  day: 'day',
  month: 'month',
  // Providers and others that were called
  unreachable: 'it cannot be reached',
  answeredStatus: 'it answered with status {{status}}',
  answerUnusable: 'its answer cannot be used',
  noIdToken: 'it sent no id_token',
  noWellKnown: 'its well-known address is not set',
  documentLacks: 'the document has no {{name}}',
  documentNotJson: 'the document is not JSON',
  documentAddress: '{{name}} is not an http or https address',
  notRelease: 'the answer is not a release',
  upstreamRedirects: 'the upstream answered with a redirect (status {{status}})',
  upstreamSilent: 'no answer within {{seconds}} seconds',
  upstreamUnreachable: 'the upstream could not be reached',
  upstreamUnresolved: 'the name of the upstream could not be resolved',
  noModelList: 'this channel has no list of models',
  noKey: 'the channel has no key',
  upstreamAnswered: 'the upstream answered {{status}}',
  tokenRefused: 'the key was refused when it was exchanged for a token: {{text}}',
  noModelsListed: 'the answer is not a list of models',
  answerTooLarge: 'the answer is larger than {{max}} bytes',
  noBalanceReported: 'the answer of the upstream has no balance',
  currenciesDiffer: 'its accounts are in different currencies',
  moreKeys: 'more than {{max}} keys',
  kindNotTestable: 'channels of this type cannot be tested with a model for {{kind}}',
  proxyKind: 'the proxy is not http, https or socks5',
  socksLogin: 'the SOCKS proxy refuses the name or password',
  socksFailed: 'the SOCKS proxy could not connect: {{cause}}',
  socksNoWay: 'the SOCKS proxy could not connect: it refuses the name or password, or cannot reach the upstream',
  nameUnresolved: '{{host}} cannot be looked up: {{cause}}',
  nameWithoutAddress: '{{host}} has no address',
  answeredWith: 'answered with status {{status}}',
  workerAnswered: 'the worker answered with status {{status}}',
  workerHttps: 'the worker is only asked for https addresses',
  addressSilent: 'no answer within {{ms}} ms',
  addressUnreadable: 'the address could not be read: {{cause}}',
  addressNotWeb: 'the address is neither http nor https',
  addressWithLogin: 'the address contains a name or password',
  addressWithoutHttps: 'the address is not https',
  noAddress: 'the name has no address',
  encodedAs: 'encoded as {{encoding}}',
  largerThan: 'larger than {{max}} bytes',
  bodyLarger: 'the body is larger than {{max}} bytes',
  headerUnsendable: 'the header {{header}} cannot be sent',
  headerValueUnsendable: 'the value of {{header}} cannot be sent',
  moreRedirects: 'more than {{max}} redirects',
  ofType: 'of type {{type}}',
  // Addresses that may not be called
  addressNotValid: 'the address is not valid',
  addressNotHttps: 'the address must begin with https://',
  addressHasLogin: 'the address must not contain a name or password',
  metadataAddress: 'addresses of a metadata service are never called',
  linkLocalAddress: 'link-local addresses are never called',
  privateAddress: 'private addresses are not allowed',
  notPublicAddress: 'the address is not a public one',
  uncallableAddress: 'the address cannot be called',
  portNot443: 'the port is not 443',
  portNotWeb: 'the port is not 80 or 443',
  // Logs
  spanTooManyDays: 'a span of more than {{days}} days is not allowed',
  pageTooFar: 'pages this far back are reached with cursor',
  // Limits
  saturated: 'The upstream of this group is at its limit. Try again later.',
  keyRequests: 'At most {{limit}} requests in {{minutes}} min are allowed for this API key.',
  ...callReasons,
} as const satisfies Record<string, string>

export type ReasonCode = keyof typeof errorReasons
type Values = Readonly<Record<string, string | number>>

/** Why a value is refused, or what an error concerns: data from its origin to its display. */
export interface Reason {
  readonly code: ReasonCode
  readonly params: Values
  /** The entry of a table or the field of an object that it concerns, such as `gpt-4o`; absent = the whole value. */
  readonly at?: string
}

type ParamsIn<Code extends ReasonCode> = {
  readonly [Name in NamesIn<(typeof errorReasons)[Code]>]: string | number
}
export type ReasonParams<Code extends ReasonCode> =
  NamesIn<(typeof errorReasons)[Code]> extends never ? [] : [params: ParamsIn<Code>]

/** The reason with a code; the values in its text are required. */
export const makeReason = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>): Reason => ({
  code,
  params: params[0] ?? {},
})

/** A reason for one entry: a key of a table, or a field of an object. */
export const reasonAt = (entry: string, reason: Reason): Reason => ({
  ...reason,
  at: reason.at === undefined ? entry : `${entry}: ${reason.at}`,
})

/** Whether `value` has the shape of a reason. Its params are those of its code, because `makeReason` wrote them. */
export const isReason = (value: unknown): value is Reason =>
  isRecord(value) && isReasonCode(value.code) && isRecord(value.params)

export const isReasonCode = (code: unknown): code is ReasonCode =>
  typeof code === 'string' && Object.hasOwn(errorReasons, code)
