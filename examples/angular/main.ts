// Compiles templates in the browser. The Angular CLI compiles them ahead: leave this import out there.
import '@angular/compiler';
import 'agent-chat';
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

/** The agent's id and the proxy's address: `npm start` in the project prints both. */
const { VITE_AGENT_ID, VITE_ENDPOINT = 'http://localhost:8787' } = import.meta.env;

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Corner Shelf, in Angular</h1>
    <button type="button" (click)="chat.show()">Ask us ({{ unread() }} unread)</button>
    <agent-chat
      #chat
      [agentId]="agentId"
      [endpoint]="endpoint"
      [settings]="settings"
      (agent-chat-unread)="unread.set($event.detail.count)"
    ></agent-chat>
  `,
})
class Shop {
  readonly agentId = VITE_AGENT_ID;
  readonly endpoint = VITE_ENDPOINT;
  readonly settings = { styles: { buttonColor: '#2f6f4f' } };
  readonly unread = signal(0);
}

bootstrapApplication(Shop, { providers: [provideZonelessChangeDetection()] });
