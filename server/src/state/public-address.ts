import type { OptionValues } from './option-registry.ts'

/**
 * Where people reach this server, for links in mails and for callbacks: what the operator says, never what a request
 * claims. Without it, the server's own port on this machine.
 */
export const publicAddress = (options: Pick<OptionValues, 'ServerAddress'>, port: number): string =>
  options.ServerAddress === '' ? `http://localhost:${port}` : options.ServerAddress
