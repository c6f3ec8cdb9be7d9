// Why a provider has no answer of a kind.

export const noBalance = 'The host has no address for the balance.'
export const noList = 'The host has no address for the list of models.'
export const noAccountList = 'The host has no list of the models of an account.'
export const totalsOnly = 'The host reports totals alone.'
export const textOnly = 'Its models take text alone.'
export const noThoughts = 'Its models do not think.'
export const hiddenThoughts = 'Chat Completions hold the number of reasoning tokens, not their text.'
export const onOwnMachine = 'The host runs on the operator’s machine.'
export const noTools = 'It has no functions.'
export const ownTools = 'The application has its own tools, and calls them itself.'
export const unsigned = 'Its thoughts have no signature.'
export const unmetered = 'It reports no usage at all: the row says so in every call.'

/** Any channel with a key is accepted. */
export const anyKey = 'Any text is a key, and the type has no other field.'
