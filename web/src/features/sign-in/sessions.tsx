/** Where the person is signed in. */
import { useState } from 'react';
import useSWR from 'swr';
import { currentSession, listSessions, revokeOtherSessions, revokeSession, type Session } from '../../auth.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Badge, Card, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { accountTexts } from './account-texts.ts';
import { deviceOf } from './device.ts';

export const SESSIONS_KEY = '/list-sessions';

/** This device first, then the latest seen. */
async function sessionsHereFirst() {
  const [sessions, current] = await Promise.all([listSessions(), currentSession().catch(() => null)]);
  const here = current?.session.token;
  const sorted = [...sessions].sort(
    (one, other) =>
      Number(other.token === here) - Number(one.token === here) ||
      Date.parse(other.updatedAt) - Date.parse(one.updatedAt),
  );
  return { sessions: sorted, here };
}

export function Sessions() {
  const texts = useTexts(accountTexts).sessions;
  const say = useNotice();
  const [isAsking, setIsAsking] = useState(false);
  const { data, error, mutate } = useSWR(SESSIONS_KEY, sessionsHereFirst, { shouldRetryOnError: false });
  return (
    <Card title={texts.title}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={3} />}
      {data && (
        <ul className="things">
          {data.sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isHere={session.token === data.here}
              onRevoked={() => void mutate()}
            />
          ))}
        </ul>
      )}
      {data && data.sessions.length > 1 && (
        <div>
          <button type="button" className="button" onClick={() => setIsAsking(true)}>
            {texts.others}
          </button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={texts.othersTitle}
          action={texts.others}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await revokeOtherSessions();
            await mutate();
            say(texts.othersDone);
          }}
        >
          <p>{texts.othersLead}</p>
        </Confirm>
      )}
    </Card>
  );
}

type SessionRowProps = { readonly session: Session; readonly isHere: boolean; readonly onRevoked: () => void };

function SessionRow({ session, isHere, onRevoked }: SessionRowProps) {
  const texts = useTexts(accountTexts).sessions;
  const format = useFormat();
  const say = useNotice();
  const { isBusy, error, run } = useSubmit(() => revokeSession(session.token));
  const device = deviceOf(session.userAgent) ?? texts.unknown;
  const facts = [
    isHere ? undefined : texts.seen(format.date(Date.parse(session.updatedAt))),
    texts.since(format.date(Date.parse(session.createdAt))),
    session.ipAddress || undefined,
  ].filter((fact) => fact !== undefined);
  const revoke = async () => {
    if (!(await run())) return;
    say(texts.signedOut);
    onRevoked();
  };
  return (
    <li>
      <div className="grow any-wrap">
        <strong>{device}</strong> {isHere && <Badge kind="good">{texts.here}</Badge>}
        <div className="muted small">{facts.join(' · ')}</div>
        <Problem error={error} />
      </div>
      {!isHere && (
        <button
          type="button"
          className="button compact"
          disabled={isBusy}
          aria-label={texts.about(texts.signOut, device)}
          onClick={() => void revoke()}
        >
          {texts.signOut}
        </button>
      )}
    </li>
  );
}
