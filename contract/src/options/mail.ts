import { card, option } from './option.ts'
import { onOff, secret, sender, text, whole } from './option-type.ts'

// The mail server.

export const smtpCard = card({
  id: 'smtp',
  area: 'system',
  writer: 'root',
  options: {
    SMTPServer: option(text(256), {
      default: '',
      effect: 'Mail server; empty = no mail is sent.',
      example: 'smtp.example.com',
    }),
    SMTPPort: option(whole(1, 65_535), {
      default: 587,
      effect: 'Its port; 465 is TLS from the start.',
      example: '587',
      isOptional: true,
    }),
    SMTPSSLEnabled: option(onOff, {
      default: false,
      effect: 'TLS from the start on any port.',
      isInstant: true,
    }),
    SMTPAccount: option(text(256), {
      default: '',
      effect: 'Account at the mail server.',
      example: 'gateway@example.com',
    }),
    SMTPFrom: option(sender, {
      default: '',
      effect: 'Sender: an address, or `Name <address>`; without a name, that of the site. Empty = the account.',
      example: 'Gateway <gateway@example.com>',
    }),
    SMTPToken: option(secret, { default: '', effect: 'Password at the mail server.' }),
  },
})
