package dev.tenon.server.http.page;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.HtmlText;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.record.Approval;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The page of the server: its projects, its sessions, and first of all what waits for a person.
record OverviewPage(JobEngine engine, String version) {
  private static final int SHOWN = 100;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private record Row(SessionRecord session, @Nullable JobRecord job) {}

  /// Whether this build has the review page.
  enum Review {
    BUILT,
    MISSING
  }

  String html(Review review) {
    List<Row> rows = rows();
    var page = new StringBuilder();
    page.append("<header><h1>Tenon</h1> <span class=\"soft\">agent server ");
    page.append(HtmlText.escape(version)).append("</span>\n");
    page.append(
        "<form method=\"post\" action=\"/logout\"><button type=\"submit\">Sign out</button>");
    page.append("</form></header>\n<main>\n");
    page.append(
        review == Review.BUILT
            ? "<p><a href=\"/\">Open the review page</a></p>\n"
            : "<p role=\"note\">The review page is not part of this build: it needs Node.js 20.19"
                + " or newer. Install that, delete the folder <code>dist</code> and start"
                + " <code>./tenon serve</code> again. Everything else works without it.</p>\n");
    waiting(page, rows, review);
    projects(page);
    sessions(page, rows, review);
    page.append("</main>\n<footer><p class=\"soft\">");
    page.append("<a href=\"/api/openapi.json\">API document</a> · ");
    page.append("<a href=\"/api/agent/sessions\">sessions as JSON</a> · ");
    page.append("reload the page for the latest state</p></footer>\n");
    return Html.page("Tenon: overview", page.toString());
  }

  private List<Row> rows() {
    var rows = new ArrayList<Row>();
    for (SessionRecord session :
        engine.sessions().list(new Store.Page(Optional.empty(), 0, SHOWN))) {
      rows.add(new Row(session, job(session.lastJobId())));
    }
    return rows;
  }

  private @Nullable JobRecord job(@Nullable String id) {
    try {
      return id == null ? null : engine.job(id);
    } catch (EngineException outlived) {
      return null;
    }
  }

  private void waiting(StringBuilder page, List<Row> rows, Review review) {
    var items = new StringBuilder();
    for (Row row : rows) {
      JobRecord job = row.job;
      if (job == null) {
        continue;
      }
      if (job.status() == JobStatus.AWAITING_REVIEW) {
        items.append("<li><strong>").append(title(row.session)).append("</strong> in ");
        items.append(project(row.session)).append(": ").append(hunks(job.output().diffBundle()));
        items.append(" to review (").append(opened(job, review));
        items.append("<a href=\"/api/agent/jobs/").append(HtmlText.escape(job.id()));
        items.append("/diff\">diff</a>)</li>\n");
      } else if (job.status() == JobStatus.WAITING_FOR_USER) {
        items.append("<li><strong>").append(title(row.session)).append("</strong> in ");
        items.append(project(row.session)).append(asked(job));
        items.append(" (").append(opened(job, review));
        items.append("<a href=\"/api/agent/jobs/").append(HtmlText.escape(job.id()));
        items.append("\">job</a>)</li>\n");
      }
    }
    page.append("<section aria-labelledby=\"waiting\"><h2 id=\"waiting\">Waits for you</h2>\n");
    if (items.isEmpty()) {
      page.append("<p class=\"soft\">Nothing: no edits to review and no questions.</p>\n");
    } else {
      page.append("<ul class=\"wait\">\n").append(items).append("</ul>\n");
    }
    page.append("</section>\n");
  }

  /// The way to the job in the review page, where there is one.
  private static String opened(JobRecord job, Review review) {
    return review == Review.BUILT
        ? "<a href=\"/#" + HtmlText.escape(job.id()) + "\">open it</a>, "
        : "";
  }

  /// What the job waits for: the answer to a question, or a yes to a command or a plan.
  private static String asked(JobRecord job) {
    Approval approval = job.approval();
    if (approval == null) {
      JobRecord.Question question = job.question();
      return " asks: " + HtmlText.element(question == null ? "" : question.text());
    }
    Json.Obj plan = approval.plan();
    if (plan != null) {
      return " asks to carry out a plan: " + HtmlText.element(plan.string("title", ""));
    }
    String wanted =
        approval.command().isEmpty() ? String.join(", ", approval.what()) : approval.command();
    return " asks for approval: <code>" + HtmlText.element(wanted) + "</code>";
  }

  private static String hunks(Json.@Nullable Obj bundle) {
    int files = 0;
    int hunks = 0;
    if (bundle != null) {
      for (Json.Obj file : bundle.objects("files")) {
        files++;
        hunks += file.objects("hunks").size();
      }
    }
    return hunks
        + (hunks == 1 ? " hunk in " : " hunks in ")
        + files
        + (files == 1 ? " file" : " files");
  }

  private void projects(StringBuilder page) {
    page.append("<section aria-labelledby=\"projects\"><h2 id=\"projects\">Projects</h2>\n");
    page.append("<ol start=\"0\">\n");
    for (Path root : engine.roots()) {
      page.append("<li>").append(HtmlText.element(name(root))).append("</li>\n");
    }
    page.append("</ol></section>\n");
  }

  private void sessions(StringBuilder page, List<Row> rows, Review review) {
    page.append("<section aria-labelledby=\"sessions\"><h2 id=\"sessions\">Sessions</h2>\n");
    if (rows.isEmpty()) {
      page.append(
          review == Review.BUILT
              ? "<p class=\"soft\">None yet. The review page begins one.</p>\n"
              : "<p class=\"soft\">None yet. <code>POST /api/agent/sessions</code> begins one."
                  + "</p>\n");
    } else {
      page.append(
          "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"sessions\">");
      page.append(
          "<table>\n<thead><tr><th scope=\"col\">Session</th><th scope=\"col\">Project</th>");
      page.append("<th scope=\"col\">Latest job</th><th scope=\"col\">Changed</th></tr></thead>\n");
      page.append("<tbody>\n");
      rows.forEach(row -> session(page, row, review));
      page.append("</tbody></table></div>\n");
    }
    page.append("</section>\n");
  }

  private void session(StringBuilder page, Row row, Review review) {
    SessionRecord session = row.session;
    page.append("<tr><td><a href=\"");
    page.append(review == Review.BUILT ? "/#" : "/api/agent/sessions/");
    page.append(HtmlText.escape(session.id()));
    page.append("\">").append(title(session)).append("</a>");
    if (session.status() == SessionRecord.Status.ARCHIVED) {
      page.append(" <span class=\"soft\">(archived)</span>");
    }
    page.append("</td><td>").append(project(session)).append("</td><td class=\"status\">");
    page.append(status(row.job)).append("</td><td class=\"status\"><time datetime=\"");
    page.append(HtmlText.escape(session.updatedAt().toString())).append("\">");
    page.append(TIME.format(session.updatedAt())).append("</time></td></tr>\n");
  }

  private static String status(@Nullable JobRecord job) {
    if (job == null) {
      return "<span class=\"soft\">none</span>";
    }
    boolean needs =
        job.status() == JobStatus.AWAITING_REVIEW || job.status() == JobStatus.WAITING_FOR_USER;
    String words = job.status().label().replace('_', ' ');
    JobRecord.Failure error = job.error();
    String why = error == null ? "" : " (" + error.code().replace('_', ' ') + ")";
    return "<a href=\"/api/agent/jobs/"
        + HtmlText.escape(job.id())
        + "\""
        + (needs ? " class=\"needs\"" : "")
        + ">"
        + HtmlText.escape(words + why)
        + "</a>";
  }

  private static String title(SessionRecord session) {
    return HtmlText.element(session.title().isBlank() ? "untitled" : session.title());
  }

  private String project(SessionRecord session) {
    List<Path> roots = engine.roots();
    return HtmlText.element(
        session.root() < roots.size()
            ? name(roots.get(session.root()))
            : "project " + session.root());
  }

  /// The last part of its path: a page needs no more.
  private static String name(Path root) {
    Path name = root.getFileName();
    return name == null ? "/" : name.toString();
  }
}
