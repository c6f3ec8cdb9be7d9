import type { ListedChannel } from '@sluice/contract/channel-list'
import { channelStatus } from '@sluice/contract/roles'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../../components/row-actions.tsx'
import type { TagItem } from './channel-rows.ts'
import type { ChannelActions } from './use-channel-actions.ts'

/** Row actions that the page handles itself. */
export interface RowHandlers {
  /** Opens its sheet. */
  open(id: number): void
  edit(id: number): void
  copy(id: number): void
  /** Opens the dialog of tests, or the doctor. */
  chooseTestModel(channel: ListedChannel, kind?: 'test' | 'doctor'): void
  editTag(item: TagItem): void
  forget(id: number): void
}

/** The server would refuse the others. */
const onlyAllowed = (all: readonly (RowAction & { isAllowed: boolean })[]): RowAction[] =>
  all.flatMap(({ isAllowed, ...action }) => (isAllowed ? [action] : []))

interface ItemActionsProps {
  actions: ChannelActions
  handlers: RowHandlers
}

/** Buttons for test and on/off, and a menu for the rest. */
export function ChannelItemActions({ channel, actions, handlers }: ItemActionsProps & { channel: ListedChannel }) {
  const { t } = useTranslation(['channel-checks', 'channels', 'common'])
  const isEnabled = channel.status === channelStatus.enabled
  const { name, id } = channel
  const { mayOperate, mayWrite, maySend } = actions
  return (
    <RowActions
      name={name}
      visible={onlyAllowed([
        {
          key: 'test',
          isAllowed: mayOperate,
          label: t('test.action'),
          loading: actions.testing.has(id),
          run: () => actions.test(channel),
        },
        {
          key: 'switch',
          isAllowed: mayOperate,
          label: isEnabled ? t('common:actions.disable') : t('common:actions.enable'),
          run: () => actions.setEnabled(channel, !isEnabled),
        },
      ])}
      menu={onlyAllowed([
        { key: 'open', isAllowed: true, label: t('channels:open'), run: () => handlers.open(id) },
        { key: 'edit', isAllowed: mayWrite, label: t('common:actions.edit'), run: () => handlers.edit(id) },
        {
          key: 'testModel',
          isAllowed: mayOperate,
          label: t('test.withModel'),
          run: () => handlers.chooseTestModel(channel),
        },
        {
          key: 'doctor',
          isAllowed: mayOperate,
          label: t('test.doctor'),
          run: () => handlers.chooseTestModel(channel, 'doctor'),
        },
        { key: 'copy', isAllowed: maySend, label: t('channels:copy.action'), run: () => handlers.copy(id) },
        {
          key: 'delete',
          isAllowed: maySend,
          label: t('common:actions.delete'),
          danger: true,
          run: () => actions.delete(channel, () => handlers.forget(id)),
        },
      ])}
    />
  )
}

/** Only actions that change something. A partly enabled tag can be enabled and disabled. */
export function TagItemActions({ item, actions, handlers }: ItemActionsProps & { item: TagItem }) {
  const { t } = useTranslation(['channels', 'common'])
  const { enabledCount, children } = item
  const { mayOperate, mayWrite } = actions
  const enable = {
    key: 'enable',
    isAllowed: mayOperate,
    label: t('common:actions.enable'),
    run: () => actions.setTagEnabled(item, true),
  }
  const disable = {
    key: 'disable',
    isAllowed: mayOperate,
    label: t('common:actions.disable'),
    run: () => actions.setTagEnabled(item, false),
  }
  const edit = { key: 'edit', isAllowed: mayWrite, label: t('common:actions.edit'), run: () => handlers.editTag(item) }
  const all = onlyAllowed([
    ...(enabledCount < children.length ? [enable] : []),
    ...(enabledCount > 0 ? [disable] : []),
    edit,
  ])
  return <RowActions name={item.tag} visible={all.slice(0, 2)} menu={all.slice(2)} />
}
