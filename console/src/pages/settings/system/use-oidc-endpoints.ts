import { isWebLink } from '@sluice/contract/address-forms'
import { oidcCard } from '@sluice/contract/options/identity-providers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { isChanged } from '../option-draft.ts'
import { controlIdOf, fieldOf } from '../option-field.ts'
import { useSettings } from '../settings-context.ts'

const card = oidcCard
const document_ = 'oidc.well_known'
const endpointNames = ['oidc.authorization_endpoint', 'oidc.token_endpoint', 'oidc.user_info_endpoint'] as const

/** Fills in the endpoints of the OIDC card from the provider's discovery document. */
export function useOidcEndpoints() {
  const { t } = useTranslation('settings-system')
  const { snapshot, store } = useSettings()
  const [isFetching, setIsFetching] = useState(false)
  const address = () => (store.get().draft[document_] ?? snapshot.values[document_] ?? '').trim()
  const isTyped = (key: string) => {
    const text = store.get().draft[key]
    return text !== undefined && isChanged(fieldOf(card, key), snapshot.values[key], text)
  }
  /** Resolves whether the fields contain the endpoints; failures are reported. */
  const fetchEndpoints = async (): Promise<boolean> => {
    const url = address()
    if (!isWebLink(url)) {
      store.mark({ [document_]: t('field.oidc_well_known.reason.mustBeWebAddress') })
      document.getElementById(controlIdOf(document_))?.focus()
      return false
    }
    setIsFetching(true)
    try {
      const found = await api('POST /api/option/oidc_discovery', { body: { url } })
      store.set('oidc.authorization_endpoint', found.authorization_endpoint)
      store.set('oidc.token_endpoint', found.token_endpoint)
      store.set('oidc.user_info_endpoint', found.userinfo_endpoint)
      toastSuccess(t('oidc.fetched'))
      return true
    } catch (error) {
      store.mark({ [document_]: error instanceof Error ? error.message : String(error) })
      document.getElementById(controlIdOf(document_))?.focus()
      return false
    } finally {
      setIsFetching(false)
    }
  }
  return {
    isFetching,
    fetchEndpoints,
    /** Before saving, a new document is read, unless its endpoints were already fetched or typed. */
    completeEndpoints: (): boolean | Promise<boolean> =>
      !isTyped(document_) || address() === '' || endpointNames.some(isTyped) || fetchEndpoints(),
  }
}
