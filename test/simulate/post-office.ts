/** The mail server of a world: it takes e-mails, or does not. */
import type { Mail } from '../../src/platform/mail/mail.ts';
import type { Random } from '../support/random.ts';
import type { Machine, World } from './world.ts';

export class PostOffice {
  isDown = false;
  sent = 0;
  readonly #world: World;
  readonly #chance: Random;

  constructor(world: World) {
    this.#world = world;
    this.#chance = world.chance('mail');
  }

  openFor(machine: Machine): Mail {
    return {
      kind: 'smtp',
      send: () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        this.#world.after(machine, 5 + this.#chance.fraction() * 200, 'e-mail', () => {
          if (this.isDown) {
            reject(new Error('The mail server does not answer.'));
            return;
          }
          this.sent += 1;
          resolve();
        });
        return promise;
      },
    };
  }
}
