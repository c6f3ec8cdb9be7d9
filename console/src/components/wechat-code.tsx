import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFault } from './load-fault.tsx'

/** The QR code of the official account, or a message that none is configured. */
export function WeChatCode({ address, className }: { address: string; className: string | undefined }) {
  const { t } = useTranslation()
  const [isBroken, setIsBroken] = useState(false)
  if (address === '' || isBroken)
    return <LoadFault text={t(address === '' ? 'external.wechatNoCode' : 'external.wechatBroken')} />
  return <img src={address} alt={t('external.wechatCode')} className={className} onError={() => setIsBroken(true)} />
}
