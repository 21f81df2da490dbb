/** Clients of several replicas who ask, leave and repeat until the test stops them, and keep all that they got. */
import { fateOf, fateScript } from './fates.ts';
import { seeded } from './random.ts';
import { questionOf, repeat } from './random-questions.ts';
import type { Customer, Replica } from './replica-set.ts';
import { answerText, type ScriptedUpstream } from './scripted-upstream.ts';
import type { ServiceProcess } from './service-process.ts';
import { ask, type Question, type Told } from './witness.ts';

/** In every question, and never to be found where questions do not belong. */
export const PROMPT_CANARY = 'CANARY-prompt-2f60';

export type Asked = {
  readonly customer: Customer;
  readonly told: Told;
  readonly replica: Replica;
  /** Which process of the replica was asked. */
  readonly life: ServiceProcess;
  readonly fromMs: number;
  readonly toMs: number;
};

export type Load = {
  readonly asked: readonly Asked[];
  /** Lets every client finish what it has begun. */
  stop(): Promise<void>;
};

type LoadOrder = {
  readonly seed: number;
  readonly clients: number;
  readonly customers: readonly Customer[];
  readonly replicas: readonly Replica[];
  readonly upstream: ScriptedUpstream;
};

export function startLoad(order: LoadOrder): Load {
  const { seed, customers, upstream } = order;
  const random = seeded(seed);
  const waiting = new Map<number, () => void>();
  const fates = fateScript(seed, (n) => waiting.get(n)?.());
  // Who asks for the health of the engine sends no body.
  upstream.play(({ body }) => (body === undefined ? answerText('well') : fates));
  const asked: Asked[] = [];
  let next = 0;
  let isOver = false;

  async function client(): Promise<void> {
    while (!isOver) {
      const n = next++;
      const customer = random.pick(customers);
      const left = Promise.withResolvers<void>();
      waiting.set(n, left.resolve);
      const isWaiting = fateOf(seed, n) === 'left-waiting';
      const plain = questionOf(n, random);
      const nonce = `${plain.nonce} ${PROMPT_CANARY}`;
      const question = { ...plain, nonce, ...(isWaiting && { leavesAfter: left.promise }) };
      // As a balancer does: a question with a key goes to one replica, and to another only when that one is gone.
      const home = random.integer(0, order.replicas.length - 1);
      const once = async (again: Partial<Question> = {}) => {
        const replica = reachable(order.replicas, home);
        asked.push(await askOne({ replica, customer }, { ...question, ...again }));
        // A client that was refused comes back after a moment: how soon is a part of the load.
        if (asked.at(-1)!.told.status !== 200) await Bun.sleep(random.integer(5, 60));
      };
      const isRepeated = !isWaiting && random.fraction() < 0.12;
      if (!isRepeated) await once();
      else await repeat((again) => once({ ...again, idempotencyKey: `key-${n}` }), random);
      waiting.delete(n);
    }
  }
  const clients = Promise.all(Array.from({ length: order.clients }, client));
  return {
    asked,
    stop: async () => {
      isOver = true;
      await clients;
    },
  };
}

async function askOne(
  { replica, customer }: { readonly replica: Replica; readonly customer: Customer },
  question: Question,
): Promise<Asked> {
  const life = replica.process;
  const fromMs = performance.now();
  const told = await ask({ url: life.url, key: customer.key }, question);
  return { customer, told, replica, life, fromMs, toMs: performance.now() };
}

function reachable(replicas: readonly Replica[], home: number): Replica {
  const inOrder = [...replicas.slice(home), ...replicas.slice(0, home)];
  return inOrder.find(({ isDown }) => !isDown) ?? inOrder[0]!;
}
