import { Button, type SelectProps } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface OptionsQuery {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch(): unknown
}

export type OptionsState = Pick<SelectProps, 'loading' | 'notFoundContent' | 'popupRender' | 'status'>

/**
 * The messages of a Select while its options load, and after a failure, which must not look like "none". `empty` is the
 * message when there are none.
 */
export function useOptionsState(query: OptionsQuery, empty?: ReactNode): OptionsState {
  const { t } = useTranslation()
  if (query.data !== undefined) return empty === undefined ? {} : { notFoundContent: empty }
  if (query.error === null) return { loading: true, notFoundContent: t('loading') }
  const failure = (
    <div role="alert" style={{ padding: '5px 12px' }}>
      {t('table.failedTitle')}: {query.error.message}
      <Button
        size="small"
        type="link"
        loading={query.isFetching}
        // The list must not close before the click arrives.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => query.refetch()}
      >
        {t('actions.retry')}
      </Button>
    </div>
  )
  // Instead of the list, even if it would contain the selected values.
  return {
    loading: query.isFetching,
    notFoundContent: failure,
    popupRender: () => failure,
    status: 'warning',
  }
}
