import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/causes.ts'

/** Why a call failed (`what` follows "Failed:"), what the customer can do, and what the operator can do. */
export default {
  prompt_too_long: {
    what: 'the prompt is longer than the model accepts.',
    you: 'Shorten the conversation or the files, or choose a model with a larger context.',
    operator: 'If a larger variant exists, offer it. The input limit of the channel may also be set too low.',
  },
  upstream_money: {
    what: 'the account at the provider has no balance left.',
    you: 'Try again later or choose another model. If it stays, send the request ID to support.',
    operator: 'Top up the account of this channel at the provider, or replace its key.',
  },
  content_refused: {
    what: 'the provider refused the content under its usage rules.',
    you: 'Change the wording of the request, or try a model of another provider.',
    operator: 'Nothing to repair: the rule is the provider’s. Its message is below.',
  },
  model_unknown_upstream: {
    what: 'the provider does not know this model, or not this address for it.',
    you: 'Try another model from the price list, or send the request ID to support.',
    operator: 'Check the name in the model mapping and the base URL of the channel, then test this model.',
  },
  model_unknown: {
    what: 'this site does not offer a model of this name in your group.',
    you: 'Compare the spelling with the price list, or choose another model.',
    operator: 'Add the model to a channel of this group if it should be offered.',
  },
  model_refused: {
    what: 'this key may not call this model.',
    you: 'Add the model to the key, or use a key without a list of models.',
    operator: 'The limit is set at the key. The owner can change it.',
  },
  group_refused: {
    what: 'the group of this key cannot be used.',
    you: 'Choose another group in the settings of the key.',
    operator: 'Check that the group exists and that the account may use it.',
  },
  key_wrong: {
    what: 'the call came without a valid key.',
    you: 'Copy the key again, and check that your program sends it as its documentation says.',
    operator: 'Nothing to do here: the key does not exist.',
  },
  key_expired: {
    what: 'the key has expired.',
    you: 'Extend the key, or create a new one.',
    operator: 'The date is set at the key. The owner can change it.',
  },
  key_disabled: {
    what: 'the key is switched off.',
    you: 'Switch the key on again, or use another one.',
    operator: 'The owner or an administrator has switched it off.',
  },
  key_used_up: {
    what: 'the limit of the key is used up.',
    you: 'Raise the limit of the key, or set it to “no limit”.',
    operator: 'The limit is set at the key. The balance of the account may still be enough.',
  },
  balance_empty: {
    what: 'the balance of the account is not enough for this call.',
    you: 'Top up, or lower the maximum length of the answer: it is held in advance.',
    operator: 'The account needs balance. A call holds its highest possible price until it ends.',
  },
  account_banned: {
    what: 'the account is suspended.',
    you: 'Ask the operator of this site why.',
    operator: 'The account is switched off on the page of users.',
  },
  address_refused: {
    what: 'the key may not be used from this IP address.',
    you: 'Add the address to the key, or call from an allowed one.',
    operator: 'The list of addresses is set at the key. Behind a proxy, check TRUSTED_PROXIES.',
  },
  rate_limited: {
    what: 'too many requests or tokens in a short time.',
    you: 'Wait as long as the header Retry-After says, and send fewer requests at once.',
    operator: 'The limit is that of the key, the account, its group or the site; raise it there if it is too low.',
  },
  too_many_at_once: {
    what: 'too many calls run at the same time.',
    you: 'Wait until some have ended, or run fewer in parallel.',
    operator: 'Raise the limit of concurrent calls of the key, the account or its group if it is too low.',
  },
  spend_limited: {
    what: 'the spending limit of the day or month is reached.',
    you: 'Raise the limit, or wait for the next period.',
    operator: 'The limit is set at the key, the account or its group.',
  },
  price_missing: {
    what: 'this model has no price yet, so it cannot be sold.',
    you: 'Choose another model, or ask the operator to set a price.',
    operator: 'Set the price of the model, or the ratio of the group.',
  },
  option_unpriced: {
    what: 'an option of the request has no price here.',
    you: 'Leave the option out: the message names it.',
    operator: 'Add a price rule or a tool price for it, or let the option be dropped.',
  },
  words_refused: {
    what: 'the text contains words that this site does not allow.',
    you: 'Change the wording.',
    operator: 'The words are in the settings of the site.',
  },
  media_unreadable: {
    what: 'a picture, file or recording in the request could not be read.',
    you: 'Check that its address is public and its format is supported, or send the data itself.',
    operator: 'If the address is reachable, check the outbound rules of this server.',
  },
  request_too_large: {
    what: 'the request is too large.',
    you: 'Send smaller files, or fewer of them.',
    operator: 'MAX_BODY_MB limits requests here; providers have limits of their own.',
  },
  not_offered: {
    what: 'this kind of call is not offered, or not for this model.',
    you: 'Check the address and the method, or use a model that supports the call.',
    operator: 'A channel of a type that supports this call would offer it.',
  },
  object_unknown: {
    what: 'the stored answer, file, task or batch does not exist or is not ready.',
    you: 'Check its ID and whether it belongs to this account, or wait until it has ended.',
    operator: 'Objects belong to the account and the channel that made them.',
  },
  session_over: {
    what: 'the realtime session ended by its time limit.',
    you: 'Open a new session.',
    operator: 'The limits follow those of the providers.',
  },
  client_gone: {
    what: 'your program closed the connection before the answer was complete.',
    you: 'Raise the time limit of your program, or use streaming.',
    operator: 'A proxy in front of the gateway may have closed it: check its time limits.',
  },
  channels_full: {
    what: 'all routes to this model have reached their limits.',
    you: 'Try again in a few seconds.',
    operator: 'Add a channel or a key for this model, or raise the limits of its channels.',
  },
  no_channel: {
    what: 'no route to this model works at the moment.',
    you: 'Try again in a minute, or choose another model.',
    operator: 'All channels of the model are off or resting: see why, and test them.',
  },
  channel_misconfigured: {
    what: 'the route to this model is set up wrongly.',
    you: 'Choose another model, or send the request ID to support.',
    operator: 'Open the channel and correct it: the attempt below says what is wrong.',
  },
  channel_pinned: {
    what: 'the route that the call asks for cannot be used.',
    you: 'Remove the channel number from the key, or ask the operator.',
    operator: 'The channel does not exist, is off, or the caller may not choose it.',
  },
  upstream_key: {
    what: 'the provider refused the key of this site.',
    you: 'Choose another model, or send the request ID to support. Your own key is fine.',
    operator: 'Replace the key of the channel, then test it.',
  },
  upstream_busy: {
    what: 'the provider is overloaded or limits this site.',
    you: 'Try again in a few seconds, or choose another model.',
    operator: 'Add a second channel for this model, or ask the provider for higher limits.',
  },
  upstream_unreachable: {
    what: 'the provider could not be reached.',
    you: 'Try again. If it stays, choose another model.',
    operator: 'Check the base URL, DNS, firewall and proxy of the channel, then test it.',
  },
  upstream_slow: {
    what: 'the provider did not answer in time.',
    you: 'Try again, use streaming, or ask for a shorter answer.',
    operator: 'Look at the first-token times of the channel; its time limit may be too short.',
  },
  stream_cut: {
    what: 'the provider broke the answer off.',
    you: 'Send the request again. Only what arrived was charged.',
    operator: 'If it happens often, lower the priority of the channel.',
  },
  stream_limit: {
    what: 'the answer ran longer than this site allows.',
    you: 'Ask for a shorter answer.',
    operator: 'The settings limit the duration of a stream.',
  },
  answer_empty: {
    what: 'the provider sent an empty answer.',
    you: 'Send the request again, or change it slightly.',
    operator: 'If it happens often, test the channel with this model.',
  },
  answer_unreadable: {
    what: 'the provider sent an answer that cannot be read.',
    you: 'Try again, or choose another model.',
    operator: 'Check the type and the base URL of the channel: this is often a page of another service.',
  },
  gateway_busy: {
    what: 'this site is busy or restarting.',
    you: 'Try again in a few seconds.',
    operator: 'See the load of the node, and add a node if it stays.',
  },
  storage_away: {
    what: 'the database of this site could not be reached.',
    you: 'Try again in a minute.',
    operator: 'Check the database and its connection; the server log has the reason.',
  },
  gateway_fault: {
    what: 'a fault of this site.',
    you: 'Try again. If it stays, send the request ID to support.',
    operator: 'Search the server log for the request ID.',
  },
  request_wrong: {
    what: 'the request is not valid.',
    you: 'Correct it: the message names the field.',
    operator: 'Nothing to do here: the caller has to correct the request.',
  },
  request_refused: {
    what: 'the provider refused the request as it is.',
    you: 'Correct it: the message of the provider is below.',
    operator: 'If other callers succeed with this model, it is the request. Otherwise check overrides and mapping.',
  },
  upstream_fault: {
    what: 'the provider had a fault.',
    you: 'Try again in a few seconds, or choose another model.',
    operator: 'See whether other channels of this model work; the provider’s status page may say more.',
  },
  unknown: {
    what: 'the cause is not known.',
    you: 'The message is below. If it does not help, send the request ID to support.',
    operator: 'See the attempts below, and search the server log for the request ID.',
  },
} satisfies SameKeys<typeof zh>
