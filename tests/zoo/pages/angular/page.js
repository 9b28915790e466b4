import '@angular/compiler';
import { HttpClient, HttpEventType, provideHttpClient } from '@angular/common/http';
import { Component, inject, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

const TEMPLATE = `
  @for (turn of turns(); track $index) {
    <p [class]="turn.role">{{ turn.text }}</p>
  }
  <form (submit)="send($event)">
    <textarea [value]="draft()" (input)="draft.set($event.target.value)"></textarea>
    <button [disabled]="isBusy()">Send</button>
  </form>
`;

class Chat {
  http = inject(HttpClient);
  draft = signal('');
  turns = signal([]);
  isBusy = signal(false);
  lastId = null;

  send(event) {
    event.preventDefault();
    const input = this.draft();
    if (input.trim() === '') return;
    this.draft.set('');
    this.isBusy.set(true);
    const before = [...this.turns(), { role: 'user', text: input }];
    const show = (text) => this.turns.set([...before, { role: 'assistant', text }]);
    show('');
    this.http
      .post(
        '/api/responses',
        { input, previous_response_id: this.lastId },
        { observe: 'events', responseType: 'text', reportProgress: true },
      )
      .subscribe({
        next: (step) => {
          if (step.type === HttpEventType.DownloadProgress) show(this.read(step.partialText ?? ''));
          if (step.type === HttpEventType.Response) show(this.read(step.body));
        },
        error: () => {
          show('The assistant cannot be reached.');
          this.isBusy.set(false);
        },
        complete: () => this.isBusy.set(false),
      });
  }

  /** The answer, as far as it has come. */
  read(events) {
    let text = '';
    for (const [, data] of events.matchAll(/^data: (.*)\n\n/gm)) {
      const { type, delta, response } = JSON.parse(data);
      if (type === 'response.output_text.delta') text += delta;
      if (type === 'response.completed') this.lastId = response.id;
      if (type === 'response.failed') text = response.error.message;
    }
    return text;
  }
}

Component({ selector: 'app-root', template: TEMPLATE })(Chat);
await bootstrapApplication(Chat, { providers: [provideHttpClient()] });
