import type { VNode } from 'preact';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { Visible } from '../../../look/visible.tsx';
import { Block } from '../../parts/block.tsx';
import { DeedButton } from '../../parts/deed-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../store/may.ts';
import { useAnswer, useDeed } from '../../store/world.ts';
import { word } from '../../words/word.ts';

type GrantShown = ResponseOf<'listGrants'>['items'][number];

/** Sites that a person allowed, to be taken back here: given they are in the extension's popup alone. */
export function Grants(): VNode {
  const grants = useAnswer('listGrants');
  return (
    <section>
      <h2>{word('grants_title')}</h2>
      <p class="soft small">{word('grants_how')}</p>
      <Block {...grants}>
        {({ items }) => {
          const standing = items.filter((one) => one.revoked_at === null);
          return standing.length === 0 ? (
            <p class="empty">{word('grants_empty')}</p>
          ) : (
            <ul class="grants">
              {standing.map((grant) => (
                <Grant key={grant.grant_id} grant={grant} />
              ))}
            </ul>
          );
        }}
      </Block>
    </section>
  );
}

function Grant({ grant }: { readonly grant: GrantShown }): VNode {
  const { grant_id: id, origin, level, chat_session_id: chat, until } = grant;
  const mayAnswer = useMay('answer');
  const deed = useDeed();
  const doing = deed.doing.value;
  return (
    <li>
      <strong>
        <Visible text={origin} />
      </strong>
      <span>{word(`grant_${level}`)}</span>
      <span class="soft small">
        {word(chat === null ? 'grant_every' : 'grant_one')}
        {until !== null && (
          <>
            {' '}
            {word('grant_until')} <Time at={until} />
          </>
        )}
      </span>
      {mayAnswer && (
        <DeedButton
          deed={deed}
          kind="plain"
          onPress={() => void deed.run('revokeGrant', { params: { id } })}
        >
          {word('grant_revoke')}
        </DeedButton>
      )}
      {doing.kind === 'failed' && <Problem error={doing.error} />}
    </li>
  );
}
