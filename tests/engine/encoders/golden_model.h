#pragma once

#include "autodiff/ops_lookup.h"
#include "autodiff/ops_loss.h"
#include "encoders/encoder.h"
#include "golden_case.h"
#include "nn/pooling.h"

namespace headlight::golden {

/// A case's model put together from its parts, with the case's parameters.
struct Model {
    Parameters parameters;
    Parameter* embedding = nullptr;
    std::unique_ptr<Encoder> encoder;
    std::unique_ptr<SourceToTokenPooling> pooling; ///< none after an encoder that pools
    std::unique_ptr<Linear> hidden, output;

    /// `form`: "fused" or "reference"; ignored by an encoder that has one form.
    Model(const Case& c, const std::string& form) {
        const EncoderRow& row = encoderRow(c.encoder());
        const auto config = row.makeConfig();
        config->fromJson(c.info["options"], c.info["name"]);
        if (hasForms(*config))
            config->set("form", form);
        const Builder builder(parameters, 1);
        embedding = &builder.part("embedding").table("weight", c.size("embedding"), c.size("vocabulary"));
        embedding->trainBegin = 2;
        encoder = row.make(*config, builder.part("encoder"), c.size("embedding"), 1);
        if (!encoder->pools())
            pooling = std::make_unique<SourceToTokenPooling>(
                builder.part("pooling"), encoder->width(),
                choiceOf(activationNames(), c.info["model"]["pooling_activation"].get<std::string>()), 1);
        const Builder classifier = builder.part("classifier");
        hidden = std::make_unique<Linear>(classifier.part("hidden"), encoder->width(), c.size("hidden"));
        output =
            std::make_unique<Linear>(classifier.part("output"), c.size("hidden"), c.size("classes"), Linear::Bias::No);
        fill(parameters, c);
    }

    static bool hasForms(const Config& config) {
        for (const OptionRow& option : config.rows())
            if (option.name == "form")
                return true;
        return false;
    }

    /// A file has the outputs of a weight, and the entries of a table, as rows.
    static Matrix asStored(const Parameter& parameter, const Tensor& tensor) {
        const Eigen::MatrixXd m = tensor.matrix();
        return parameter.kind == Parameter::Kind::Table ? Matrix(m.transpose().cast<Real>()) : Matrix(m.cast<Real>());
    }

    static void fill(Parameters& parameters, const Case& c) {
        if (parameters.size() != c.info["parameters"]["shapes"].size())
            throw std::runtime_error("the case has another number of parameters");
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const Matrix value = asStored(parameters[p], c.tensor("param." + parameters[p].name));
            if (value.rows() != parameters[p].value.rows() || value.cols() != parameters[p].value.cols())
                throw std::runtime_error(parameters[p].name + " has another shape");
            parameters[p].value = value;
        }
    }

    struct Values {
        Var encoder, pooled, logits;
    };
    Values run(Context& context, const std::vector<int>& ids) const {
        Values values;
        values.encoder = encoder->forward(context, lookup(context.tape(), *embedding, ids));
        values.pooled = pooling ? pooling->forward(context, values.encoder) : values.encoder;
        values.logits = output->forward(context, hidden->forward(context, values.pooled, 1, Activation::Relu));
        return values;
    }

    /// Cross entropy, mean over the case's sequences, and what the encoder adds to it.
    double gradients(const Case& c, Gradients& result) const {
        const Layout layout(c.lengths);
        Tape tape(&result);
        Context context(tape, layout);
        context.train(RandomKey(1)); // without dropout
        context.setExampleWeight(1 / Real(c.labels.size()));
        const std::vector<Target> targets(c.labels.begin(), c.labels.end());
        const Var data = divergence(run(context, c.ids).logits, targets, context.exampleWeight());
        const Var loss = context.withPenalties(data);
        const double value = double(loss.value()(0, 0));
        tape.backward(loss);
        return value;
    }
};

} // namespace headlight::golden
