/**
 * What stands behind a colon or at a field of an error, once: why a value was refused, and what an error speaks of.
 * Sent in English; clients that speak another language read it back with `readReason`. `{name}` is a value.
 */
export const errorReasons = {
  // Values
  mustBeSwitch: 'must be true or false',
  mustBeNumber: 'must be a number',
  mustBeWhole: 'must be a whole number',
  mustBePair: 'must be a pair of numbers',
  mustBeOneOf: 'must be one of {choices}',
  mustBeCurrency: 'must be the three letters of a currency',
  mustBeWebAddress: 'must start with http:// or https://',
  mustBeTime: 'must be a time such as 08:30',
  mustBeTimes: 'must be two times, such as ["00:30", "08:30"]',
  mustBeTwoTimes: 'must be two different times',
  noSuchVendor: 'there is no such vendor',
  mustBeDate: 'must be a date such as 2027-01-31',
  mustBeInstant: 'must be a time such as 2027-01-31T08:30:00Z',
  notLess: 'must not be less than {min}',
  notMore: 'must not be more than {max}',
  notMoreRules: 'must not be more than {max} rules',
  notLonger: 'must not be longer than {max} characters',
  between: 'must be between {min} and {max}',
  greater: 'must be greater than {min}',
  tooLarge: 'is too large',
  notJson: 'not a valid JSON string',
  mustBeSender: 'must be an address such as gateway@example.com, or Gateway <gateway@example.com>',
  notDomain: 'not a domain such as example.com',
  notTimezone: 'not a known time zone',
  currencyUnsupported: 'this currency is not supported',
  givenTwice: 'it is given twice',
  changedMeanwhile: 'somebody else changed it in the meantime',
  mustBePicture: 'must be an http or https address, or a path that begins with /',
  mustNotRun: 'must not be an address that runs a script',
  sixDecimals: 'must not have more than six decimals',
  nameSpaces: 'names must not be empty, or begin or end with a space',
  nameReserved: 'the name {name} cannot be used',
  groupStays: 'the group default must stay',
  groupInUse:
    'it is used by {users} accounts, {tokens} tokens and {channels} channels; move them to another group first',
  otherGroup: 'must be another group, and one that exists',
  nameComma: 'names must not contain a comma',
  fillInFirst: 'fill in {names} first',
  neededBy: '{name} needs it; switch that off first',
  noOtherWayIn:
    'a super administrator must have another way to sign in first: a passkey, or a bound account of a provider that is on',
  onlyWayInOfRoot: 'it is the only way in of the super administrator while password login is off',
  changeRequired: 'at least one change is required',
  conditionRequired: 'at least one condition is required: input_over, between, days, from or until',
  unseenCharacters: 'it has characters that cannot be seen',
  oneSpace: 'words must be apart by one ordinary space',
  asciiOnly: 'letters, digits and signs of ASCII only',
  noAt: 'must not contain @',
  passwordSame: 'the new password must not be the same as the original',
  passwordsDiffer: 'the two passwords do not match',
  noNul: 'texts must not contain the character U+0000',
  missing: '{name} is missing',
  notValid: '{name} is not valid',
  // Of schemas: what `schema-reason.ts` says of an issue that has no words of its own.
  required: 'is required',
  mustBeText: 'must be a text',
  mustBeList: 'must be a list',
  mustBeObject: 'must be an object',
  notEmpty: 'must not be empty',
  less: 'must be less than {max}',
  multipleOf: 'must be a multiple of {step}',
  tooFewCharacters: 'must have at least {min} characters',
  charactersBetween: 'must have {min} to {max} characters',
  tooFewEntries: 'must have at least {min} entries',
  tooManyEntries: 'must not have more than {max} entries',
  notMailAddress: 'is not an email address',
  wrongForm: 'does not have the right form',
  isNotValid: 'is not valid',
  unknownKeys: 'has unknown keys: {names}',
  // Of single resources
  notOffered: 'is not one of the choices',
  rightValues: 'must be an object with the right values',
  ratioOrPrice: 'needs either ratio or price',
  costForm: 'must be {"discount": …}, {"ratio": …} or {"price": …}',
  mustBeHttps: 'must be an address over https',
  nameAndKey: 'fill in name and key',
  namesOrIds: 'needs either names or ids',
  ownBindings: 'bindings of the own account are removed in its settings',
  notMultiKey: 'it has no multi_key_mode, which makes several keys one channel',
  lastKey: 'the last key of a channel stays; give it another one, or delete the channel',
  singleKey: 'mode single takes one key; use batch or multi_to_single for several keys',
  tooManyKeys: 'at most {max} keys',
  modelRequired: 'select at least one model',
  typeNotOffered: 'this type of channel is not offered',
  modelNameTooLong: 'model name too long: {what}',
  groupNameTooLong: 'group name too long: {what}',
  wrongKindOf: '{name} is of the wrong kind',
  proxyPassword: 'its password must be given again',
  proxyForm: 'must be an address beginning with http, https or socks5',
  severalKeysMode: 'several keys in one channel need multi_key_mode',
  keyMissing: 'fill in the key',
  keyForm: 'the key must have the form {form}',
  keyNotAccount: 'the key must be an API key or the JSON of a service account',
  keyLacks: 'the JSON of the service account lacks {names}',
  notRegion: '"{what}" is not a region',
  regionDefault: 'the regions must have an entry default',
  tagMissing: 'the tag must not be empty',
  nothingChanged: 'nothing changed',
  baseUrlMissing: 'this type needs a base URL',
  baseUrlNotValid: 'the base URL is not a valid address',
  baseUrlNotWeb: 'the base URL must begin with http or https',
  baseUrlHasLogin: 'the base URL must not hold a name or password',
  baseUrlHasHash: 'the base URL must not hold a #',
  baseUrlHasQuery: 'the base URL must not hold a query',
  baseUrlModelInHost: 'the base URL must not hold {model} in its host',
  nameMissing: 'the name is missing',
  expiryPast: 'the expiry is in the past',
  tooManyTokens: 'at most {max} tokens an account',
  notAddressOrRange: '"{what}" is neither an address nor a range',
  groupForbidden: 'the group {group} may not be used',
  groupUnknown: 'no group has this name',
  tokenExpired: 'the token has expired, change its expiry first',
  tokenSpent: 'the token has no quota left, raise it first',
  balanceOutOfRange: 'the balance would leave the range that can be kept',
  webhookMissing: 'the address must not be empty',
  quotaNegative: 'the quota must not be negative',
  usedByRedeeming: 'a code becomes used by being redeemed',
  ownInSettings: 'the own one is changed in the own settings, with the old password',
  adminName: 'Enter a name of 1 to 12 characters for the administrator',
  adminPasswordsDiffer: 'The two passwords do not match',
  adminPassword: 'The password must have 8 to 20 characters',
  addressMissing: 'the address is missing',
  timeRequired: 'target timestamp is required',
  // Owners
  passwordWrong: 'the password is wrong',
  originalPasswordWrong: 'the original password is wrong',
  codeWrong: 'the code is wrong, used or has expired',
  // What an error speaks of
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
  scopeModel: 'model',
  day: 'day',
  month: 'month',
  // Providers and others that were called
  unreachable: 'it cannot be reached',
  answeredStatus: 'it answered with status {status}',
  answerUnusable: 'its answer cannot be used',
  noIdToken: 'it sent no id_token',
  noWellKnown: 'its well-known address is not set',
  documentLacks: 'the document has no {name}',
  documentNotJson: 'the document is not JSON',
  documentAddress: '{name} is not an http or https address',
  notRelease: 'the answer is not a release',
  upstreamRedirects: 'the upstream answered with a redirect (status {status})',
  upstreamSilent: 'no answer within {seconds} seconds',
  upstreamUnreachable: 'the upstream could not be reached',
  upstreamUnresolved: 'the name of the upstream could not be resolved',
  noModelList: 'this channel has no list of models',
  noKey: 'the channel has no key',
  upstreamAnswered: 'the upstream answered {status}',
  tokenRefused: 'the key was refused when it was exchanged for a token: {text}',
  noModelsListed: 'the answer is not a list of models',
  answerTooLarge: 'the answer is larger than {max} bytes',
  noBalanceTold: 'the answer of the upstream tells no balance',
  currenciesDiffer: 'its accounts are in different currencies',
  moreKeys: 'more than {max} keys',
  kindNotTestable: 'channels of this type cannot be tested with a model for {kind}',
  proxyKind: 'the proxy is not http, https or socks5',
  socksLogin: 'the SOCKS proxy refuses the name or password',
  socksFailed: 'the SOCKS proxy could not connect: {cause}',
  socksNoWay:
    'the SOCKS proxy could not connect: it refuses the name or password, or cannot reach the upstream',
  nameUnresolved: '{host} cannot be looked up: {cause}',
  nameWithoutAddress: '{host} has no address',
  answeredWith: 'answered with status {status}',
  workerAnswered: 'the worker answered with status {status}',
  workerHttps: 'the worker is only asked for https addresses',
  addressSilent: 'no answer within {ms} ms',
  addressUnreadable: 'the address could not be read: {cause}',
  addressNotWeb: 'the address is neither http nor https',
  addressWithLogin: 'the address holds a name or password',
  addressWithoutHttps: 'the address is not https',
  noAddress: 'the name has no address',
  encodedAs: 'encoded as {encoding}',
  largerThan: 'larger than {max} bytes',
  bodyLarger: 'the body is larger than {max} bytes',
  headerUnsendable: 'the header {header} cannot be sent',
  headerValueUnsendable: 'the value of {header} cannot be sent',
  moreRedirects: 'more than {max} redirects',
  ofType: 'of type {type}',
  // Addresses that may not be called
  addressNotValid: 'not a valid address',
  addressNotHttps: 'the address must begin with https://',
  addressHasLogin: 'the address must not hold a name or password',
  metadataAddress: 'addresses of a metadata service are never called',
  linkLocalAddress: 'link-local addresses are never called',
  privateAddress: 'private addresses are not allowed',
  notPublicAddress: 'the address is not a public one',
  uncallableAddress: 'the address cannot be called',
  portNot443: 'the port is not 443',
  portNotWeb: 'the port is not 80 or 443',
  // Logs
  spanTooManyDays: 'a span of more than {days} days is not allowed',
  pageTooFar: 'pages this far back are reached with cursor',
  // Limits
  saturated: 'The upstream of this group is at its limit. Try again later.',
  keyRequests: 'At most {limit} requests in {minutes} min are allowed for this API key.',
} as const satisfies Record<string, string>

export type ReasonCode = keyof typeof errorReasons

declare const catalogued: unique symbol
/** A sentence that `readReason` reads back. Where only these are taken, a reason without a translation does not compile. */
export type ReasonSentence = string & { readonly [catalogued]: true }

/** The sentence of a reason, `{name}` filled from `values`. */
export const reasonText = (code: ReasonCode, values: Record<string, string | number> = {}): ReasonSentence =>
  errorReasons[code].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? name),
  ) as ReasonSentence

/** A reason of one entry: a key of a table, a field of an object. */
export const reasonAt = (entry: string, reason: ReasonSentence): ReasonSentence =>
  `${entry}: ${reason}` as ReasonSentence

export interface Reason {
  code: ReasonCode
  values: Record<string, string>
  /** The entry of a table that it is about, `gpt-4o` of `gpt-4o: must be a number`; '' = the value as a whole. */
  at: string
}

const placeholder = /\{(\w+)\}/
const plain = new Map<string, ReasonCode>()
const patterns: [ReasonCode, RegExp][] = []
for (const [code, text] of Object.entries(errorReasons) as [ReasonCode, string][]) {
  if (!placeholder.test(text)) plain.set(text, code)
  else patterns.push([code, patternOf(text)])
}
// Those with more words of their own first: `must not be more than 5 rules` is no number.
patterns.sort(([a], [b]) => errorReasons[b].length - errorReasons[a].length)

function patternOf(text: string): RegExp {
  const source = text
    .split(new RegExp(placeholder, 'g'))
    .map((part, index) => (index % 2 === 1 ? groupOf(part) : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`)
}

// A name is one word, or any sentence that ends like one would be taken for it.
function groupOf(name: string): string {
  return `(?<${name}>${name === 'name' ? '[\\w.-]+' : '.+?'})`
}

/** What `text` says, as far as it is one of the reasons above; null for anything else. */
export function readReason(text: string): Reason | null {
  for (let from = 0; from >= 0; from = nextPart(text, from)) {
    const found = readWhole(text.slice(from))
    if (found) return { ...found, at: text.slice(0, Math.max(0, from - 2)) }
  }
  return null
}

function nextPart(text: string, from: number): number {
  const colon = text.indexOf(': ', from)
  return colon < 0 ? -1 : colon + 2
}

function readWhole(text: string): Omit<Reason, 'at'> | null {
  const code = plain.get(text)
  if (code !== undefined) return { code, values: {} }
  for (const [one, pattern] of patterns) {
    const match = pattern.exec(text)
    if (match) return { code: one, values: { ...match.groups } }
  }
  return null
}
