import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import type { Channel } from '@sluice/contract/channel'
import { channelStatus } from '@sluice/contract/roles'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { TagItem } from './channel-rows.ts'
import css from './channels.module.css'
import type { ChannelActions } from './use-channel-actions.ts'

/** What the page does for a row beside the actions on the server. */
export interface RowHandlers {
  edit(id: number): void
  copy(id: number): void
  chooseTestModel(channel: Channel): void
  editTag(item: TagItem): void
  forget(id: number): void
}

interface RowActionsProps {
  actions: ChannelActions
  handlers: RowHandlers
}

/** Test and switch at hand, the rest in a menu. */
export function ChannelRowActions({ channel, actions, handlers }: RowActionsProps & { channel: Channel }) {
  const { t } = useTranslation(['channels', 'common'])
  const isEnabled = channel.status === channelStatus.enabled
  const { name, id } = channel
  const menu = [
    { key: 'edit', label: t('common:actions.edit'), onClick: () => handlers.edit(id) },
    { key: 'testModel', label: t('test.withModel'), onClick: () => handlers.chooseTestModel(channel) },
    { key: 'copy', label: t('copy.action'), onClick: () => handlers.copy(id) },
    { type: 'divider' as const },
    {
      key: 'delete',
      label: t('common:actions.delete'),
      danger: true,
      onClick: () => actions.delete(channel, () => handlers.forget(id)),
    },
  ]
  return (
    <span className={css.actions}>
      <Button
        size="small"
        type="text"
        loading={actions.testing.has(id)}
        aria-label={t('test.one', { name })}
        onClick={() => actions.test(channel)}
      >
        {t('test.action')}
      </Button>
      <Button
        size="small"
        type="text"
        aria-label={isEnabled ? t('switch.disable', { name }) : t('switch.enable', { name })}
        onClick={() => actions.setEnabled(channel, !isEnabled)}
      >
        {isEnabled ? t('common:actions.disable') : t('common:actions.enable')}
      </Button>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items: menu }}>
        <Button
          size="small"
          type="text"
          icon={<MoreOutlined />}
          aria-label={t('switch.more', { name })}
          title={t('common:actions.more')}
        />
      </Dropdown>
    </span>
  )
}

export function TagRowActions({ item, actions, handlers }: RowActionsProps & { item: TagItem }) {
  const { t } = useTranslation(['channels', 'common'])
  const name = item.tag
  return (
    <span className={css.actions}>
      <Button
        size="small"
        type="text"
        aria-label={t('tag.enableLabel', { name })}
        disabled={item.enabledCount === item.children.length}
        onClick={() => actions.setTagEnabled(item, true)}
      >
        {t('common:actions.enable')}
      </Button>
      <Button
        size="small"
        type="text"
        aria-label={t('tag.disableLabel', { name })}
        disabled={item.enabledCount === 0}
        onClick={() => actions.setTagEnabled(item, false)}
      >
        {t('common:actions.disable')}
      </Button>
      <Button
        size="small"
        type="text"
        aria-label={t('tag.editLabel', { name })}
        onClick={() => handlers.editTag(item)}
      >
        {t('common:actions.edit')}
      </Button>
    </span>
  )
}
