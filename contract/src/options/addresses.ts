import { card, option } from './option.ts'
import { address, onOff, secret } from './option-type.ts'

// The addresses of this server, and the worker that sends requests for it.

export const addressCard = card({
  id: 'address',
  area: 'system',
  writer: 'root',
  options: {
    ServerAddress: option(address, {
      default: '',
      effect:
        'Public address of this server: links in mails and notices, callbacks of logins and payments, chat links and examples lead to it, and it is accepted as origin of console requests.',
      example: 'https://api.example.com',
    }),
  },
})

export const workerCard = card({
  id: 'worker',
  area: 'system',
  writer: 'root',
  options: {
    WorkerUrl: option(address, {
      default: '',
      effect: 'Worker that fetches files and delivers webhooks for this server; empty = this server does it itself.',
      example: 'https://worker.example.com',
    }),
    WorkerValidKey: option(secret, { default: '', effect: 'Key for calls to the worker.' }),
    WorkerAllowHttpImageRequestEnabled: option(onOff, {
      default: false,
      effect: 'Images at plain http addresses are fetched too, through the worker only.',
      isInstant: true,
    }),
  },
})
