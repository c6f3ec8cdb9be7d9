import { channelTypeOf } from '@sluice/contract/channel-types'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const customType = 8

/** The label of a channel type. All but one are proper names, which are not translated. */
export function useTypeLabel(): (type: number) => string {
  const { t } = useTranslation('channels')
  return useCallback(
    (type) => {
      if (type === customType) return t('type.custom')
      return channelTypeOf(type)?.label ?? t('type.unknown', { type })
    },
    [t],
  )
}
