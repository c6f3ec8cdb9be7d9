import type { Redemption } from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../components/form-drawer.tsx'
import { UnreadableDrawer } from '../../components/unreadable-drawer.tsx'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { useOpening } from '../../components/use-opening.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import type { CreatedCodes } from './created-dialog.tsx'
import {
  batchListKey,
  createRedemptions,
  editedRedemptionQuery,
  redemptionListKey,
  updateRedemption,
} from './queries.ts'
import { RedemptionForm } from './redemption-form.tsx'
import {
  buildRedemptionCreate,
  buildRedemptionValues,
  changesOf,
  newRedemptionValues,
  type RedemptionValues,
} from './redemption-values.ts'

export interface NewCodesDrawerProps {
  open: boolean
  onClose(): void
  onCreated(created: CreatedCodes): void
}

/** Creates identical codes. */
export function NewCodesDrawer({ open, onClose, onCreated }: NewCodesDrawerProps) {
  const { t } = useTranslation(['redemption', 'common'])
  const client = useQueryClient()
  const format = useQuotaFormat()
  useFocusReturn(open)
  const create = async (values: RedemptionValues): Promise<Submitted> => {
    const write = buildRedemptionCreate(values, format)
    const keys = await createRedemptions(write)
    onCreated({ keys, name: write.name, quota: write.quota })
    void client.invalidateQueries({ queryKey: batchListKey })
    void client.invalidateQueries({ queryKey: redemptionListKey })
    return 'saved'
  }
  return (
    <FormDrawer<RedemptionValues>
      open={open}
      title={t('drawer.addTitle')}
      submitText={t('common:actions.create')}
      initialValues={newRedemptionValues}
      onSubmit={create}
      onClose={onClose}
    >
      <RedemptionForm />
    </FormDrawer>
  )
}

/** Edits the code `id`, unless it has been used; null = closed. */
export function EditCodeDrawer({ id, onClose }: { id: number | null; onClose(): void }) {
  const { t } = useTranslation('redemption')
  const shown = useOpening(id)
  useFocusReturn(shown.isOpen)
  const { data: code, error, isFetching, refetch } = useQuery(editedRedemptionQuery(shown.open, shown.count))
  const save = useSave()
  if (shown.open === null) return null
  const isUsed = code?.status === redemptionStatus.used
  if (error !== null || isUsed) {
    return (
      <UnreadableDrawer
        open={shown.isOpen}
        title={t('drawer.unreadable')}
        error={error}
        notFoundText={isUsed ? t('drawer.used') : t('drawer.gone')}
        isRetrying={isFetching}
        onRetry={refetch}
        onClose={onClose}
      />
    )
  }
  const title = t('drawer.editTitle')
  return (
    <FormDrawer<RedemptionValues>
      key={shown.count}
      open={shown.isOpen}
      loading={code === undefined}
      title={code === undefined ? title : `${title} · ${code.name}`}
      initialValues={code === undefined ? newRedemptionValues : buildRedemptionValues(code)}
      onSubmit={async (values) => (code === undefined ? 'unchanged' : save(code, values))}
      onClose={onClose}
    >
      {code !== undefined && <RedemptionForm edited={code} />}
    </FormDrawer>
  )
}

function useSave() {
  const { t } = useTranslation('redemption')
  const client = useQueryClient()
  return async (code: Redemption, values: RedemptionValues): Promise<Submitted> => {
    const changes = changesOf(code, values)
    if (Object.keys(changes).length === 0) return 'unchanged'
    await updateRedemption({ id: code.id, ...changes })
    toastSuccess(t('toast.updated'))
    void client.invalidateQueries({ queryKey: batchListKey })
    void client.invalidateQueries({ queryKey: redemptionListKey })
    return 'saved'
  }
}
