import type { Config } from '../platform/config.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { publicAddress } from '../state/public-address.ts'
import { signEpay } from './epay-signature.ts'

export type EpayOptions = Pick<
  OptionValues,
  'PayAddress' | 'EpayId' | 'EpayKey' | 'CustomCallbackAddress' | 'ServerAddress'
>

export type EpayMethod = 'alipay' | 'wxpay'

export const isEpayMethod = (method: string): method is EpayMethod => method === 'alipay' || method === 'wxpay'

/** Whether the gateway is configured, and its notifications can reach this server. */
export const isEpayReady = (options: EpayOptions): boolean =>
  options.PayAddress !== '' && options.ServerAddress !== '' && isEpayKnown(options)

/** Whether messages of the gateway can be verified. Open orders can still be paid after it is switched off. */
export const isEpayKnown = ({ EpayId, EpayKey }: EpayOptions): boolean => EpayId !== '' && EpayKey !== ''

export interface EpayOrder {
  tradeNo: string
  method: EpayMethod
  amount: number
  /** With two decimals. */
  money: string
}

/** The fields that the browser posts to the gateway, and the address. */
export function buildEpayForm(
  { tradeNo, method, amount, money }: EpayOrder,
  options: EpayOptions,
  config: Pick<Config, 'PORT' | 'BASE_PATH'>,
): { url: string; fields: Record<string, string> } {
  const site = publicAddress(options, config)
  const fields = {
    pid: options.EpayId,
    type: method,
    out_trade_no: tradeNo,
    notify_url: `${options.CustomCallbackAddress || site}/api/user/epay/notify`,
    // The gateway adds its own parameters, such as `out_trade_no`. Not every gateway keeps a query that exists.
    return_url: `${site}/topup`,
    name: `TUC${amount}`,
    money,
    device: 'pc',
    sign_type: 'MD5',
  }
  const sign = signEpay(new Map(Object.entries(fields)), options.EpayKey)
  return { url: `${options.PayAddress}/submit.php`, fields: { ...fields, sign } }
}
