import type { Channel } from '@sluice/contract/channel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../components/form-drawer.tsx'
import { UnreadableDrawer } from '../../components/unreadable-drawer.tsx'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-client.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { ChannelFields } from './channel-fields.tsx'
import {
  buildChannelWrite,
  buildCopyValues,
  buildFormValues,
  type ChannelFormValues,
  changesBetween,
  newChannelValues,
} from './channel-form.ts'
import type { OpenDrawer } from './open-drawer.ts'
import { channelQuery, channelsKey } from './queries.ts'
import { type FoldedSectionName, sectionOf } from './section-summary.ts'
import { useConfirmAddress } from './use-confirm-address.tsx'

/** Creates, copies or edits a channel, depending on the address. */
export function ChannelDrawer({ open, onClose }: { open: OpenDrawer; onClose(): void }) {
  const { t } = useTranslation('channels')
  // The drawer keeps its content while it slides out, and resets each time it is opened.
  const [shown, setShown] = useState({ open, isOpen: false, count: 0 })
  const isOpen = open.kind !== 'closed'
  if (isOpen && !(shown.isOpen && isSame(open, shown.open))) setShown({ open, isOpen, count: shown.count + 1 })
  if (!isOpen && shown.isOpen) setShown({ ...shown, isOpen })
  useFocusReturn(isOpen)
  const sourceId = idOf(shown.open)
  const source = useQuery(channelQuery(sourceId, shown.count))
  if (shown.open.kind === 'closed') return null
  const isEdit = shown.open.kind === 'edit'
  const channel = sourceId === null ? null : source.data
  if (source.error !== null && sourceId !== null)
    return (
      <UnreadableDrawer
        open={isOpen}
        title={t('edit.unreadable')}
        error={source.error}
        notFoundText={t('edit.gone')}
        isRetrying={source.isFetching}
        onRetry={source.refetch}
        onClose={onClose}
      />
    )
  return (
    <ChannelForm
      key={shown.count}
      open={isOpen}
      loading={channel === undefined}
      isEdit={isEdit}
      stored={isEdit ? (channel ?? null) : null}
      copied={isEdit ? null : (channel ?? null)}
      title={titleOf()}
      initialValues={initialValuesOf()}
      onClose={onClose}
    />
  )

  function titleOf(): string {
    if (shown.open.kind === 'edit') return channel ? t('edit.title', { name: channel.name }) : t('edit.loading')
    return channel ? t('copy.title', { name: channel.name }) : t('add.title')
  }
  function initialValuesOf(): ChannelFormValues {
    if (!channel) return newChannelValues
    return isEdit ? buildFormValues(channel) : buildCopyValues(channel, t('copy.name', { name: channel.name }))
  }
}

const idOf = (open: OpenDrawer): number | null => {
  if (open.kind === 'edit') return open.id
  return open.kind === 'add' ? open.copyOf : null
}
const isSame = (a: OpenDrawer, b: OpenDrawer): boolean => a.kind === b.kind && idOf(a) === idOf(b)

interface ChannelFormProps {
  open: boolean
  loading: boolean
  isEdit: boolean
  /** Null while loading, and for a new channel. */
  stored: Channel | null
  /** The channel that a new one is a copy of. */
  copied: Channel | null
  title: string
  initialValues: ChannelFormValues
  onClose(): void
}

function ChannelForm({ isEdit, stored, copied, initialValues, ...drawer }: ChannelFormProps) {
  const { t } = useTranslation(['channels', 'channel-editor', 'common'])
  const client = useQueryClient()
  const confirmAddress = useConfirmAddress()
  const [openSections, setOpenSections] = useState<ReadonlySet<FoldedSectionName>>(new Set())
  const openSection = (name: FoldedSectionName, isOpen: boolean) =>
    setOpenSections((before) => new Set([...before].filter((one) => one !== name).concat(isOpen ? name : [])))

  const save = async (values: ChannelFormValues): Promise<Submitted> => {
    if (!Array.isArray(values.models)) throw new Error(t('channel-editor:validation.doNotResubmit'))
    const confirmed = { ...values, base_url: await confirmAddress(values, initialValues) }
    const done = stored === null ? await create(confirmed) : await update(stored.id, confirmed)
    if (done === null) return 'unchanged'
    toastSuccess(done)
    void client.invalidateQueries({ queryKey: channelsKey })
    return 'saved'
  }
  const create = async (values: ChannelFormValues) => {
    const copy = copied === null ? {} : { copy_of: copied.id }
    const created = await api('POST /api/channel/', { body: { ...buildChannelWrite(values), ...copy } })
    return t('add.done', { count: created.length })
  }
  const update = async (id: number, values: ChannelFormValues): Promise<string | null> => {
    const changes = changesBetween(initialValues, values)
    if (Object.keys(changes).length === 0) return null
    await api('PUT /api/channel/', { body: { id, ...changes, ...keyModeOf(values, stored) } })
    return t('edit.done')
  }
  const submit = (values: ChannelFormValues) =>
    save(values).catch((error: unknown) => {
      for (const field of Object.keys(error instanceof ApiError ? error.fields : {})) {
        const section = sectionOf(field)
        if (section !== null) openSection(section, true)
      }
      throw copied === null ? error : asFailedCopy(error)
    })

  /** Replaces the message of an error without a field by one about the copy. */
  const asFailedCopy = (error: unknown): unknown => {
    if (!(error instanceof Error)) return error
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) return error
    return new Error(t('copy.failed', { reason: error.message }), { cause: error })
  }

  return (
    <FormDrawer<ChannelFormValues>
      {...drawer}
      initialValues={initialValues}
      onSubmit={submit}
      submitText={isEdit ? t('common:actions.save') : t('common:actions.create')}
    >
      <ChannelFields stored={stored} copied={copied} open={openSections} onOpen={openSection} />
    </FormDrawer>
  )
}

/** New keys are appended to the stored ones of a multi-key channel, unless the user chose to replace them. */
const keyModeOf = ({ key_change, multi_key_mode }: ChannelFormValues, stored: Channel | null) =>
  key_change === 'append' && multi_key_mode !== '' && stored?.channel_info.is_multi_key
    ? ({ key_mode: 'append' } as const)
    : {}
