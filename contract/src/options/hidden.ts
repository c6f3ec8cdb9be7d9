import { acceptRules } from '../price-sources.ts'
import { json } from './list-types.ts'
import { option } from './option.ts'
import { exactAddress, onOff, whole } from './option-type.ts'

const kept = (max: number, hidden: string) =>
  option(whole(0, max), { default: 0, effect: 'Kept, without effect.', hidden })
const permission = kept(1_000, 'for imported settings')
const chatLink = option(exactAddress, {
  default: '',
  effect: 'Address of a chat page, in `/api/status`.',
  hidden: 'for older clients; the console has `Chats`',
  example: 'https://chat.example.com',
})

/** Options without a card, each with its reason. Any administrator may write them. */
export const hiddenOptions = {
  DisplayInCurrencyEnabled: option(onOff, {
    default: true,
    effect:
      'Amounts are shown as currency instead of quota units. Off is the same as the type `TOKENS`: writing one changes the other.',
    hidden: 'The console writes `general_setting.quota_display_type`, which has more values.',
  }),
  PriceAcceptRules: option(json('`{ falls, rises_up_to, sources }`', acceptRules), {
    default: { falls: false, rises_up_to: 0, sources: 1 },
    effect:
      'Which changes of [price lists from outside](pricing.md#price-lists-from-outside) are accepted automatically: falls and rises up to a share, each only if enough sources agree. Changes from or to 0, new models and changes of the kind of price always need a decision.',
    hidden: 'The tab of proposals on the page of prices has it.',
  }),
  StreamCacheQueueLength: kept(1_000_000, 'for imported settings; streams are passed on as they come'),
  ChatLink: chatLink,
  ChatLink2: chatLink,
  FileUploadPermission: permission,
  FileDownloadPermission: permission,
  ImageUploadPermission: permission,
  ImageDownloadPermission: permission,
}
